"""What blocks gave in an earlier build, as it is written on the disk."""

import json
from pathlib import Path


def read(file: Path) -> tuple[dict[str, dict], str]:
    """What each chapter's blocks gave, and a sentence if that is no use."""
    try:
        chapters = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}, ""
    except (OSError, ValueError, RecursionError):
        chapters = None
    if isinstance(chapters, dict) and all(map(whole, chapters.values())):
        return chapters, ""
    return {}, f"{file} is damaged and not used: all blocks run"


def whole(chapter: object) -> bool:
    """Whether a chapter's blocks can be recalled from this."""
    if not isinstance(chapter, dict):
        return False
    state, files, outputs = map(chapter.get, ("state", "files", "outputs"))
    return (
        isinstance(state, str)
        and isinstance(files, list)
        and isinstance(outputs, list)
        and all(isinstance(output, dict) for output in outputs)
        and all(
            isinstance(text, str)
            for text in [*files, *(t for out in outputs for t in out.values())]
        )
    )
