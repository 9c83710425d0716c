"""What holds for all tests."""

import signal

# A shell that starts the tests in the background lets them ignore Ctrl-C, and the
# programs that they start and interrupt would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
