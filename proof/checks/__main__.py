"""Print every fault with file, line and what to do: `python -m proof.checks`.

Exits with 1 if there is one. It needs no torch.
"""

from pathlib import Path

from proof.checks import problems
from proof.pages.project import Project
from proof.problem import project_folder, run_command, show


def main(root: Path) -> int:
    """Print every fault of a project; returns 1 if there is one."""
    project = Project(root)
    found = problems(project)
    for problem in found:
        print(problem)
        show(*problem)
    print(f"{len(project.written)} pages, {len(found)} problems")
    states = () if found else project.page_states.values()
    if count := sum(bool(s.differences) for page in states for s in page):
        print(
            f"sections that differ from their originals: {count}; readers see"
        )
        print("the originals until they are equal: `make todo` says where")
    return 1 if found else 0


if __name__ == "__main__":
    run_command(lambda: main(project_folder()))
