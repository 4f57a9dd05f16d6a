import { posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { renderCode } from './highlight.ts'
import { escapeHtml, Html, html } from './html.ts'

export interface Heading {
  readonly id: string
  readonly title: string
  readonly depth: number
}

/** The addresses of pages and files by their paths in the repository. */
export type Addresses = ReadonlyMap<string, string>

/**
 * A Markdown file as HTML. HTML in it is shown as text, and so is a link to a file without an address. The title is
 * the first heading, if it is of the first level. It is not in the body. `file` is its path in the repository.
 */
export function renderMarkdown(text: string, file: string, addresses: Addresses) {
  const headings: Heading[] = []
  const marked = createMarked(file, addresses, headings)
  const body = new Html(marked.parse(text, { async: false }))
  const [first, ...others] = headings
  return first?.depth === 1
    ? { body, headings: others, title: first.title }
    : { body, headings, title: '' }
}

/** A line of Markdown, without a block around it. */
export function renderLine(text: string, file = '', addresses: Addresses = new Map()): Html {
  return new Html(createMarked(file, addresses, []).parseInline(text, { async: false }))
}

/** Paragraphs and lists of Markdown, as descriptions have them. */
export function renderText(text: string): Html {
  return renderMarkdown(text, '', new Map()).body
}

function createMarked(file: string, addresses: Addresses, headings: Heading[]): Marked {
  return new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      image: ({ text }) => escapeHtml(text),
      code: ({ text, lang = '' }) => renderCode(text, lang).text,
      heading({ tokens, depth, text }: Tokens.Heading) {
        const heading = { id: unusedId(text, headings), title: plain(text), depth }
        headings.push(heading)
        if (depth === 1) return ''
        return headingOf(heading, new Html(this.parser.parseInline(tokens))).text
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = new Html(this.parser.parseInline(tokens))
        const address = addressOf(href, file, addresses)
        return address === null ? inner.text : html`<a href="${address}">${inner}</a>`.text
      },
      table(table: Tokens.Table) {
        return tableOf(table, ({ tokens }) => this.parser.parseInline(tokens))
      },
    },
  })
}

function tableOf(
  { header, rows }: Tokens.Table,
  inner: (cell: Tokens.TableCell) => string,
): string {
  const cellOf = (tag: 'th' | 'td', cell: Tokens.TableCell) => `<${tag}>${inner(cell)}</${tag}>`
  // A header without a text does not describe its column.
  const head = header.map((cell) => cellOf(cell.text === '' ? 'td' : 'th', cell)).join('')
  const body = rows.map((row) => `<tr>${row.map((cell) => cellOf('td', cell)).join('')}</tr>`)
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

/** A heading that links to itself. */
export function headingOf({ id, depth }: Pick<Heading, 'id' | 'depth'>, title: Html): Html {
  const link = html`<a class="anchor" href="#${id}">${title}</a>`
  return new Html(`<h${depth} id="${escapeHtml(id)}">${link.text}</h${depth}>\n`)
}

// The same id as on GitHub, where the pages are read as well.
function unusedId(text: string, headings: readonly Heading[]): string {
  const id = plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
  const taken = (each: string) => headings.some((heading) => heading.id === each)
  if (!taken(id)) return id
  let count = 1
  while (taken(`${id}-${count}`)) count++
  return `${id}-${count}`
}

const plain = (text: string) => text.replaceAll('`', '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

function addressOf(href: string, file: string, addresses: Addresses): string | null {
  if (/^(?:https?:\/\/|#|\/(?!\/))/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const address = addresses.get(posix.join(posix.dirname(file), path))
  if (address === undefined) return null
  return anchor === undefined ? address : `${address}#${anchor}`
}
