import { type Html, html } from './html.ts'
import { type Heading, headingOf } from './markdown.ts'

export interface Page {
  /** Its address, such as `/docs/errors`. */
  readonly path: string
  readonly title: string
  readonly label: string
  readonly summary: string
  readonly intro?: Html
  /** Beside the text, in sight while it scrolls. */
  readonly example?: Html
  readonly body: Html
  /** The contents list of the page has these, and the search finds them. */
  readonly headings: readonly Heading[]
  /** Only the search finds these: members, parameters. */
  readonly members?: readonly Member[]
}

type Member = Pick<Heading, 'id' | 'title'>

export interface Section {
  readonly label: string
  readonly pages: readonly Page[]
}

/** HTML, and the places in it that the search finds. */
export interface Shown {
  readonly body: Html
  readonly members: readonly Member[]
}

export interface Part extends Partial<Shown> {
  readonly id: string
  readonly title: string
  /** The heading, if it is not the title as text. */
  readonly heading?: Html
}

interface Parts extends Pick<Page, 'path' | 'title' | 'summary' | 'intro'> {
  /** The name in the side list, if it is not the title. */
  readonly label?: string
  readonly parts: readonly Part[]
}

export function pageOf({ parts, ...page }: Parts): Page {
  return {
    label: page.title,
    ...page,
    body: html`${parts.map(({ id, title, heading = html`${title}`, body }) => [headingOf({ id, depth: 2 }, heading), body])}`,
    headings: parts.map(({ id, title }) => ({ id, title, depth: 2 })),
    members: parts.flatMap(({ members = [] }) => members),
  }
}

export function joined(parts: readonly Shown[]): Shown {
  return {
    body: html`${parts.map(({ body }) => body)}`,
    members: parts.flatMap(({ members }) => members),
  }
}
