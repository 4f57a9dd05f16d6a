import type { Page } from './page.ts'

/** A place that the search finds: its name, the title of its page, and its address. */
type IndexEntry = readonly [title: string, page: string, address: string]

/** All pages, their headings and their members, each name once for each page. */
export function searchIndex(pages: readonly Page[]): readonly IndexEntry[] {
  return pages.flatMap(({ path, title, headings, members = [] }) => {
    const places = [...headings, ...members].map(
      (place): IndexEntry => [place.title, title, `${path}#${place.id}`],
    )
    const first = places.filter(([name], i) => places.findIndex((each) => each[0] === name) === i)
    return [[title, '', path] as const, ...first]
  })
}
