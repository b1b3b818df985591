"""The list of contents leads to every section, in their order."""

from playwright.sync_api import Page


def test_the_contents_name_every_section(article: Page) -> None:
    headings = article.locator("main h2").evaluate_all("all => all.map((h) => [h.id, h.textContent])")
    links = article.locator(".contents a").evaluate_all("all => all.map((a) => [a.hash.slice(1), a.textContent])")
    assert links == headings
