"""What the build fixed; the module is written by CMake."""

VERSION: str
OPEN_SPIEL_VERSION: str
EDITABLE_SITE_PACKAGES: str | None
TORCH_VERSION: str | None
