"""Which folders an agent may name: those below one root, which a person has chosen. Touches nothing."""

from pathlib import Path

from getdocs.errors import UsageError


class Folders:
    """The folders below `root`, and `root` itself. A link that leads out of it is followed, and what it names refused."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def find(self, name: str) -> Path:
        """The folder that `name` means, absolute or relative to the root. Raises UsageError where it is no part of the root."""
        try:
            folder = (self.root / name).resolve()
        except (OSError, RuntimeError, ValueError) as error:
            raise UsageError(f"output_dir cannot be used: {error}") from error
        if not folder.is_relative_to(self.root):
            raise UsageError(
                f"output_dir must be a folder below {self.root}: give a relative path, such as 'docs'. "
                "Another root is chosen where the server is started (getdocs mcp --root)"
            )
        return folder
