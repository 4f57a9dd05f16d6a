import { escapeHtml, type Html, html } from './html.ts'
import type { Heading } from './markdown.ts'
import type { Page, Section } from './page.ts'

// Headings of a long page are found by the search, and not all listed beside it.
const LISTED_DEPTH = 3
// A longer list stands folded above the text of a narrow window.
const OPEN_LENGTH = 8

/** A page of the documentation in the template that the build has written, with the side list and its contents. */
export function layOut(page: Page, sections: readonly Section[], template: string): string {
  const title = page.path === '/docs' ? 'Documentation' : `${page.title} · Documentation`
  // Replaced by functions, since `$` in a text would be a pattern.
  return template
    .replace('__TITLE__', () => escapeHtml(title))
    .replace('__SUMMARY__', () => escapeHtml(page.summary))
    .replace('__BODY__', () => bodyOf(page, sections).text)
}

function bodyOf(page: Page, sections: readonly Section[]): Html {
  return html`<a class="skip" href="#page">Skip to content</a>
<header class="top"><a class="brand" href="/docs">Orangery <span>docs</span></a>
<form class="search of-script" role="search"><label for="search">Search</label><input id="search" type="search" placeholder="Search: press /" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><div class="results" hidden><ul id="found" role="listbox" aria-label="Found"></ul><p class="found-count" role="status"></p></div></form>
<label class="scheme of-script"><span>Appearance </span><select><option value="auto">System</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
<a class="portal" href="/">Portal</a></header>
<div class="columns">
<details class="side"><summary>All pages</summary><nav aria-label="All pages">${sections.map((section) => sectionOf(section, page))}</nav></details>
<main id="page" tabindex="-1"${page.example && html` class="with-example"`}><h1>${page.title}</h1>
${page.intro && html`<div class="intro">${page.intro}</div>`}
<div class="beside">${contentsOf(page.headings)}${page.example}</div>
<div class="text">${page.body}</div>
${neighbours(page, sections)}</main>
</div>`
}

function sectionOf({ label, pages }: Section, current: Page): Html {
  const items = pages.map(
    ({ path, label }) =>
      html`<li><a href="${path}"${path === current.path && html` aria-current="page"`}>${label}</a></li>
`,
  )
  return html`<h2>${label}</h2><ul>${items}</ul>
`
}

function contentsOf(headings: readonly Heading[]): Html | null {
  const listed = headings.filter(({ depth }) => depth <= LISTED_DEPTH)
  if (listed.length < 2) return null
  const items = listed.map(
    ({ id, title, depth }) => html`<li class="depth-${depth}"><a href="#${id}">${title}</a></li>
`,
  )
  return html`<details class="contents"${listed.length <= OPEN_LENGTH && html` open`}><summary>On this page</summary><nav aria-label="On this page"><p class="rail-title" aria-hidden="true">On this page</p><ul>${items}</ul></nav></details>`
}

function neighbours(page: Page, sections: readonly Section[]): Html {
  const pages = sections.flatMap((section) => section.pages)
  const place = pages.findIndex(({ path }) => path === page.path)
  const [before, after] = [pages[place - 1], pages[place + 1]]
  return html`<nav class="neighbours" aria-label="Pages beside this one">${before && html`<a rel="prev" href="${before.path}">← ${before.label}</a>`}${after && html`<a rel="next" href="${after.path}">${after.label} →</a>`}</nav>`
}
