"""Find refused variants, faulty terms, and translations of no page."""

from collections.abc import Iterator

from sitebuild.files import Problem
from sitebuild.pages.glossary_terms import (
    PAGE,
    REFUSED,
    pattern,
    stood_for,
    variants_of,
)
from sitebuild.pages.markdown_parser import find_all
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL

UNDEFINED = (
    "has no term and definition that ends in a link; write both, in one "
    "paragraph below a heading"
)


def missing_originals(project: Project) -> Iterator[Problem]:
    """Find translations whose name no English page has."""
    for page in project.written:
        if page.language != ORIGINAL and page.name not in project.originals:
            fault = f"there is no docs/{ORIGINAL}/{page.name}.md; give this"
            fault += " page the name of the one that it translates"
            yield page.problem(1, fault)


def refused_variants(project: Project) -> Iterator[Problem]:
    """Find variants that the glossary refuses, except in its own table."""
    for page in project.written:
        for line, (variant, use, _) in variants_of(page):
            if not (variant and use):
                fault = "this row does not say what to write; fill in its first"
                yield page.problem(line, f"{fault} two cells")
        table = page.by_id.get(REFUSED, ()) if page.name == PAGE else ()
        refused = project.refused.get(page.language)
        found = find_all(pattern(tuple(refused)), page.words) if refused else ()
        for line, variant in found:
            if line not in table:
                fault = f"“{variant.lower()}” is a refused variant"
                use = stood_for(refused, variant)
                yield page.problem(line, f"{fault}; write {use}")


def faulty_terms(project: Project) -> Iterator[Problem]:
    """Find terms without a definition, and forms that two terms share."""
    for terms in project.terms.values():
        owners: dict[str, str] = {}
        for term in terms:
            key = f"'{term.key}'"
            if not (term.term and term.definition and term.see):
                yield Problem(term.path, term.line, f"{key} {UNDEFINED}")
            for form in term.looked_for:
                owner = owners.setdefault(form.lower(), key)
                if owner != key:
                    fault = f"'{form}' stands for {key} and for {owner}"
                    fault += "; let one of them have it"
                    yield Problem(term.path, term.line, fault)
