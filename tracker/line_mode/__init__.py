"""Line mode: the same fight as plain lines, question by question, with numbered answers. It needs no screen library."""
