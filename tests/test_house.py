"""The house rules that a machine can check: size, first lines, names, and where an edition may be asked for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.house import import_statements, parsed

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted((ROOT / "tracker").rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
BANNED = {"utils", "util", "helpers", "helper", "common", "types", "misc"}
NOUNS = {
    "testing",
    "joining",
    "healing",
    "landing",
    "opening",
    "ending",
    "meeting",
    "closing",
    "rounding",
    "fighting",
    "standing",
    "footing",
    "timing",
}
NOUNS |= {"bleeding", "keeping", "lasting", "reckoning", "reading", "browsing", "leaving", "playing"}
"""Words in -ing that name a thing here: a term of a game, a part of the interface, a screen that is opened."""
IMPORTED = re.compile(r"\b(from|import)\b[^\n(]*(\([^)]*)?\btest_")
"""What may be an import of a test module; only a file that has it is looked at closely."""
PUBLIC = re.compile(r"^(?:async def|def|class) (?!_)", re.MULTILINE)
DOCUMENTED = re.compile(
    r'^(?:async def|def|class) (?!_)(?:[^\n]*\(\n(?:    [^\n]*\n)*\))?[^\n]*:\n    r?"""[^"]', re.MULTILINE
)
"""The first lines of what is public; only a file that has more of these than with docstrings is looked at closely."""
LONG_TEXT = re.compile(r'"""\s*(.*?)"""', re.DOTALL)
"""Every docstring, and other long texts; only a file that has one of another kind is looked at closely."""
AT_ONCE = re.compile(r"from dataclasses import (\([^)]*|[^\n]*)\bdataclass\b")
PROSE = re.compile(r'''(\b[rRbBfF]{1,2})?(?:"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|#[^\n]*''')
"""A comment or a text, with the letters before it."""
RESOLVER = re.compile(r"\bedition\s*(==|!=|\bin\b)")


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _code(path: Path) -> str:
    """A file without comments and texts. Of texts with braces those parts stay, since names may stand in them."""
    return PROSE.sub(lambda match: _in_braces(match[0]) if "f" in (match[1] or "").lower() else "", _text(path))


def _in_braces(text: str) -> str:
    return " ".join(re.findall(r"\{[^{}]*\}", text))


def _nodes(path: Path, *words: str) -> Iterator[ast.AST]:
    """Everything in a file whose code has one of these words, not as keyword of a call; else it cannot be a name."""
    name = re.compile(rf"(?<![\w.])({'|'.join(words)})\b(?!=)")
    return ast.walk(parsed(path)) if name.search(_text(path)) and name.search(_code(path)) else iter(())


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_a_file_begins_with_what_belongs_in_it() -> None:
    texts = {path: _text(path) for path in SOURCES + TESTS}
    mute = [_name(path) for path, text in texts.items() if text.strip() and not re.match(r'"""\s*[^\s"]', text)]
    assert mute == []


def test_a_file_is_named_for_something_in_particular() -> None:
    assert [_name(path) for path in SOURCES + TESTS if path.stem in BANNED] == []


def test_a_module_is_a_noun_a_newcomer_would_guess() -> None:
    """`narration`, not `telling`: a module is named for what is in it, not for what it is busy with."""
    gerunds = [_name(path) for path in SOURCES if path.stem.endswith("ing") and path.stem not in NOUNS]
    assert gerunds == []


SAME_FILE = {
    "calculators.py": ("for_fighter",),
    "explain.py": ("explain",),
    "house_rules.py": ("HouseRules",),
    "sheet.py": ("read_sheet", "sheet_of", "Sheet"),
}
"""What several games have, by the name of its file in each."""


def test_a_thing_stands_in_a_file_of_the_same_name_in_every_game() -> None:
    games = [path for path in SOURCES if "games" in path.parts and "toolkit" not in path.parts]
    for file, names in SAME_FILE.items():
        defined = re.compile(rf"^(?:def |class )?(?:{'|'.join(names)})(?=\(|:| =)", re.M)
        there = [path for path in games if defined.search(_text(path))]
        assert len(there) > 2, file
        assert [_name(path) for path in there if path.name != file] == []


def test_no_test_module_imports_another() -> None:
    """What several tests need stands in a kit: a test module can be moved, renamed or deleted alone."""
    importing = [path for path in TESTS if IMPORTED.search(_text(path))]
    borrowed = [f"{_name(path)}: {name}" for path in importing for name in _test_modules(path)]
    assert borrowed == []


def _test_modules(path: Path) -> list[str]:
    """The test modules that a file imports, at the top, inside a function or for a type."""
    names: list[str] = []
    for node in import_statements(parsed(path)):
        before = "" if isinstance(node, ast.Import) else f"{node.module or ''}."
        names += [f"{before}{alias.name}" for alias in node.names]
    return [name for name in names if re.search(r"(^|\.)test_", name)]


def test_no_rule_asks_which_edition_it_is() -> None:
    """An edition is data that overlays the tables; only the tables' own room picks it."""
    asking = [
        _name(path)
        for path in (ROOT / "tracker" / "games").rglob("*.py")
        if RESOLVER.search(_text(path)) and path.parent.name != "tables"
    ]
    assert asking == []


def test_only_the_dice_source_imports_random() -> None:
    assert [_name(path) for path in _importing("random")] == ["tracker/dice/source.py"]


def test_only_the_doors_of_a_shared_fight_make_secrets() -> None:
    assert [_name(path) for path in _importing("secrets")] == [
        "tracker/storage/table/links.py",
        "tracker/web/reception.py",
    ]


def test_nothing_is_evaluated_unpickled_or_given_to_a_shell() -> None:
    """Files come from strangers, and nothing of them is ever run; the one process begun is the program's own."""
    assert _importing("pickle", "marshal", "shelve") == []
    assert [_name(path) for path in _importing("subprocess")] == ["tracker/web/process.py"]
    for path in SOURCES:
        calls = {
            node.func.id
            for node in _nodes(path, "eval", "exec", "__import__")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if node.func.id in ("eval", "exec", "__import__")
        }
        # What a frozen value is made by is compiled from the names of its fields, as `dataclasses` does it.
        own = {"exec"} if _name(path) == "tracker/model/lazy_dataclass.py" else set()
        assert calls <= own, _name(path)


def test_a_dataclass_is_compiled_when_it_is_used() -> None:
    """All of them together take as long at each start as the library that validates files."""
    below = ("tracker/clock/", "tracker/dice/", "tracker/text/", "tracker/model/lazy_dataclass.py")
    at_once = [
        _name(path)
        for path in SOURCES
        if not _name(path).startswith(below) and AT_ONCE.search(_text(path))
        for node in import_statements(parsed(path))
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses"
        if any(alias.name == "dataclass" for alias in node.names)
    ]
    assert at_once == []


def test_public_names_have_docstrings() -> None:
    bare = [f"{_name(path)}: {name}" for path in SOURCES for name in _undocumented(path)]
    assert bare == []


def _importing(*modules: str) -> list[Path]:
    """The files of the program that import one of these; only one that has the word in it can."""
    return [path for path in SOURCES if any(word in _text(path) for word in modules) and _imports(path) & {*modules}]


@cache
def _imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in import_statements(parsed(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def _undocumented(path: Path) -> list[str]:
    """Public functions and classes of a module without a docstring; methods are left to their class."""
    if len(PUBLIC.findall(_text(path))) == len(DOCUMENTED.findall(_text(path))):
        return []
    return [
        node.name
        for node in parsed(path).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and ast.get_docstring(node) is None
    ]


_NAMELESS = {"found", "wanted", "said", "got"}
"""Names that say how a value came about, never what it is: what was found is a match, a name, the choices."""
_NAMELESS_IN_SOURCES = _NAMELESS | {"one", "own", "told", "some", "at", "more", "after", "here", "came"}
_PROMISED_ARGUMENTS = {
    ("open_fight", "at"),  # docs/python-api.md
    ("may_declare_at", "at"),  # docs/adding-a-system.md
    ("throw", "at"),  # the arguments of a calculator are options of `tracker reckon`
    ("clock", "at"),
    ("damage", "at"),
}


def test_a_local_is_named_for_what_it_holds() -> None:
    """Arguments too. A state after a step may be `after` beside the state `before` it."""
    named_so = [
        f"{_name(path)}: {name}, line {line}"
        for path in SOURCES + TESTS
        for name, line in _nameless(path, _NAMELESS_IN_SOURCES if path in SOURCES else _NAMELESS)
    ]
    assert named_so == []


def _nameless(path: Path, nameless: set[str]) -> Iterator[tuple[str, int]]:
    """Yield the locals and arguments of a file with such a name, and their lines. A field of a class is neither."""
    classes = [node for node in _nodes(path, *nameless) if isinstance(node, ast.ClassDef)]
    fields = {id(field.target) for kind in classes for field in kind.body if isinstance(field, ast.AnnAssign)}
    bound = [node for node in _nodes(path, *nameless) if _bound_name(node) in nameless and id(node) not in fields]
    functions = [node for node in ast.walk(parsed(path)) if isinstance(node, ast.FunctionDef)] if bound else []
    for node in bound:
        name, line = _bound_name(node), getattr(node, "lineno", 0)
        around = [function for function in functions if function.lineno <= line <= (function.end_lineno or 0)]
        is_pair = name == "after" and any(_bound_name(other) == "before" for f in around for other in ast.walk(f))
        if not is_pair and not any((function.name, name) in _PROMISED_ARGUMENTS for function in around):
            yield name, line


def _bound_name(node: ast.AST) -> str:
    """Return the name that a node binds. Empty for one that binds none."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            return name
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return name
        case _:
            return ""


def _may_be_no_sentence(text: str) -> bool:
    return text.startswith(_CLAUSES) or text.count(";") > 1


_CLAUSES = (
    "What", "Whatever", "Who", "Whoever", "Whom", "Whose", "How", "Where", "Wherever", "Which",
    "When", "Whenever", "Whether", "Why",
)  # fmt: skip
"""A docstring that begins so names a thing by a clause."""


def _docstrings(path: Path) -> Iterator[str]:
    """Yield the docstrings of a file: of the module, classes, functions and attributes."""
    for node in ast.walk(parsed(path)):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else ():
            if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                text = statement.value.value
                if isinstance(text, str):
                    yield re.sub(r"``?[^`]*``?", "", text.strip())


def test_a_docstring_says_what_a_thing_is_in_sentences() -> None:
    """An imperative or a noun with a name, and no chain of clauses. Comments and messages are read by people."""
    wrong = []
    for path in SOURCES:
        if not any(_may_be_no_sentence(text[1]) for text in LONG_TEXT.finditer(_text(path))):
            continue
        for text in _docstrings(path):
            if text.startswith(_CLAUSES) and text.split(maxsplit=1)[0].rstrip(",.:") in _CLAUSES:
                wrong.append(f"{path.name}: {text[:60]}")
            if text.count(";") > 1:
                wrong.append(f"{path.name}, a chain: {text[:60]}")
    assert wrong == []
