import type { Html } from './html.ts'
import type { Heading } from './markdown.ts'

/** A page of the documentation. */
export interface Page {
  /** Its address, such as `/docs/errors`. */
  readonly path: string
  readonly title: string
  /** Its name in the side list. */
  readonly label: string
  /** A sentence for search engines. */
  readonly summary: string
  readonly body: Html
  /** What the contents of the page list, and the search finds. */
  readonly headings: readonly Heading[]
  /** What only the search finds: members, parameters. */
  readonly members?: readonly Member[]
}

/** A place on a page that has a name. */
export interface Member {
  readonly id: string
  readonly title: string
}

/** Pages with a name in the side list. */
export interface Section {
  readonly label: string
  readonly pages: readonly Page[]
}
