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
  /** The contents list of the page has these, and the search finds them. */
  readonly headings: readonly Heading[]
  /** Only the search finds these: members, parameters. */
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
