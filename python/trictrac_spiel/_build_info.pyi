"""What the build fixed; the module is written by CMake."""

VERSION: str
OPEN_SPIEL_VERSION: str
TORCH_VERSION: str | None
