"""Line mode: the same fight as plain lines, question by question, with numbered answers; it needs no screen library."""
