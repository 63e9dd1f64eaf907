"""Find dead links, pages in no navigation, and languages without a folder.

MkDocs finds some of this too, but names no line.
"""

from collections.abc import Iterator

from sitebuild.checks import check
from sitebuild.pages import site_config
from sitebuild.pages.page import anchors
from sitebuild.pages.project import Project
from sitebuild.problem import Problem


@check(finds="link to no page")
def dead_links(project: Project) -> Iterator[Problem]:
    """Find links inside the site that lead to no page, heading or formula."""
    for page in project.pages:
        for line, link in page.links:
            file, _, anchor = link.partition("#")
            name = file.removesuffix(".md") or page.name
            fault = f"the link '{link}' leads to no"
            if name in project.originals:
                target = project.page(name, page.language)
                if anchor and anchor not in anchors(target):
                    fault += f" heading or numbered formula; {target.path}"
                    yield page.problem(line, f"{fault} has no id '{anchor}'")
            elif not link.startswith("https://"):
                fault += " page of this language; write `name.md#heading-id`"
                yield page.problem(line, f"{fault} or an https:// address")


@check(finds="page in no navigation")
def unreachable_pages(project: Project) -> Iterator[Problem]:
    """Find pages that the navigation in mkdocs.yml does not list."""
    fault = "this page is not in `nav` of mkdocs.yml; add it there, or"
    listed = site_config.reading_order(project.root)
    for page in project.originals.values() if listed else ():
        if page.name not in listed:
            yield page.problem(1, f"{fault} nobody finds it")


@check(finds="folder of no language of the site", refuses=True)
def unmatched_languages(project: Project) -> Iterator[Problem]:
    """Find languages without a folder, and folders of unknown languages."""
    languages = {*site_config.named_languages(project.root)}
    for code in languages ^ {*site_config.folders(project.root)}:
        if code in languages:
            fault = f"the language '{code}' has no folder docs/{code}; add it"
            fault += " with a page, or remove the language here"
            yield Problem(site_config.CONFIG, 1, fault)
        else:
            fault = f"mkdocs.yml has no language '{code}', so nobody finds this"
            fault += " folder; add the language there, as pt is, or remove the"
            yield Problem(f"docs/{code}", 1, f"{fault} folder")
