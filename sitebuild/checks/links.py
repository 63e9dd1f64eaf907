"""Every page can be reached, and every link leads somewhere."""

from collections.abc import Iterator

from sitebuild.checks import check
from sitebuild.pages import site_config
from sitebuild.pages.page import anchors
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import CONFIG, ORIGINAL
from sitebuild.problem import Problem


@check(finds="link to no page")
def links(project: Project) -> Iterator[Problem]:
    """Links inside the site lead to a page, and to a place on it.

    A page that is not translated is shown in the original's language.
    """
    for page in project.pages:
        for line, target in page.links:
            if target.startswith("https://"):
                continue
            file, _, anchor = target.partition("#")
            here = f"docs/{page.language}/{file}" if file else page.path
            original = project.by_path.get(f"docs/{ORIGINAL}/{file}")
            goal = project.by_path.get(here, original)
            if goal is None:
                yield page.problem(
                    line,
                    f"the link '{target}' leads to no page of this language; "
                    "write `name.md#heading-id` or an https:// address",
                )
            elif anchor and anchor not in anchors(goal):
                yield page.problem(
                    line,
                    f"the link '{target}' leads to no heading or numbered "
                    f"formula; {goal.path} has no id '{anchor}'",
                )


@check(finds="page in no navigation")
def navigation(project: Project) -> Iterator[Problem]:
    """Every page can be reached: the site's settings know it."""
    named = site_config.reading_order(project.root)
    for page in project.pages if named else ():
        if page.language == ORIGINAL and page.name not in named:
            yield page.problem(
                1,
                "this page is not in `nav` of mkdocs.yml; add it there, or "
                "nobody finds it",
            )


@check(finds="folder of no language of the site", refuses=True)
def languages(project: Project) -> Iterator[Problem]:
    """Each language of the settings has its folder, and the reverse."""
    root = project.root
    if unread := site_config.read(root)[1]:
        yield from unread
        return
    known, there = site_config.languages(root), site_config.folders(root)
    for code in there:
        if code not in known:
            yield Problem(
                f"docs/{code}",
                1,
                f"{CONFIG} has no language '{code}', so nobody finds this "
                f"folder; add the language there, as pt is, "
                "or remove the folder",
            )
    for code in known:
        if code not in there:
            yield Problem(
                CONFIG,
                1,
                f"the language '{code}' has no folder docs/{code}; add it "
                "with a page, or remove the language here",
            )
