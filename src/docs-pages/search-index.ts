import { escapeHtml, html, unescapeHtml } from './html.ts'
import type { Page } from './page.ts'

/** A place that the search finds: its name, the title of its page, its address, and the text below it. */
type IndexEntry = readonly [title: string, page: string, address: string, text: string]

// A place with more text than that is a list, whose entries are places of their own.
const MOST_TEXT = 3_000

/** All pages, their headings and their members, each name once for each page. */
export function searchIndex(pages: readonly Page[]): readonly IndexEntry[] {
  return pages.flatMap(({ path, title, intro, example, body, headings, members = [] }) => {
    const places = [...headings, ...members]
    const once = places.filter(
      (place, i) => places.findIndex((each) => each.title === place.title) === i,
    )
    const texts = textsOf(html`${intro}${example}${body}`.text, places)
    const entries = once.map(
      (place): IndexEntry => [place.title, title, `${path}#${place.id}`, texts.get(place.id) ?? ''],
    )
    return [[title, '', path, texts.get('') ?? ''] as const, ...entries]
  })
}

// The text from each place to the next one, by the id. An empty id has what is above the first place.
function textsOf(body: string, places: readonly { readonly id: string }[]): Map<string, string> {
  const starts = places
    .map(({ id }) => ({ id, at: body.indexOf(` id="${escapeHtml(id)}"`) }))
    .filter(({ at }) => at >= 0)
    .map(({ id, at }) => ({ id, at: body.lastIndexOf('<', at) }))
    .sort((a, b) => a.at - b.at)
  return new Map(
    [{ id: '', at: 0 }, ...starts].map(({ id, at }, i) => [
      id,
      plainText(body.slice(at, starts[i]?.at)),
    ]),
  )
}

function plainText(html: string): string {
  // Texts have no `<` and no `>` but those of tags.
  const parts = html.split('<').map((part) => part.slice(part.indexOf('>') + 1))
  return unescapeHtml(parts.join(' ')).replace(/\s+/g, ' ').trim().slice(0, MOST_TEXT)
}
