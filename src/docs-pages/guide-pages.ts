import { html } from './html.ts'
import { type Addresses, renderMarkdown } from './markdown.ts'
import type { Page } from './page.ts'

const GUIDE = 'docs/guide'

/** A page of the guide: its file, its name in the guide's own list, and its address. */
export interface GuideFile {
  readonly file: string
  readonly label: string
  readonly path: string
}

/** The pages of the guide in the order of its list, README.md first. */
export function listGuide(readme: string): readonly GuideFile[] {
  const listed = [...readme.matchAll(/\[([^\]]+)\]\(([\w-]+)\.md(?:#[^)]*)?\)/g)].map(
    ([, label = '', name = '']) => ({
      file: `${GUIDE}/${name}.md`,
      label: label.replace(/\s+/g, ' '),
      path: `/${GUIDE}/${name}`,
    }),
  )
  const once = listed.filter(({ file }, i) => listed.findIndex((each) => each.file === file) === i)
  return [{ file: `${GUIDE}/README.md`, label: 'Overview', path: `/${GUIDE}` }, ...once]
}

/** A Markdown file as a page. */
export function markdownPage(
  { file, label, path }: GuideFile,
  text: string,
  addresses: Addresses,
): Page {
  const { body, headings, title } = renderMarkdown(text, file, addresses)
  return { path, label, title, summary: `${title}: Orangery`, body: html`${body}`, headings }
}
