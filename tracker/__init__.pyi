from tracker.api.fight import Fight as Fight
from tracker.api.fight import odds as odds
from tracker.api.fight import open_fight as open
from tracker.api.sweep import sweep as sweep

__version__: str
__all__ = ["Fight", "odds", "open", "sweep"]
