import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { html } from './html.ts'
import { layOut } from './layout.ts'
import { renderText } from './markdown.ts'
import type { Section } from './page.ts'
import { searchIndex } from './search-index.ts'
import { createSite, repositorySources } from './site.ts'

/** Writes the pages below a folder, each at its address with `.html`, and the files for programs. Gives their paths. */
export function writePages(template: string, folder: string): readonly string[] {
  const sources = repositorySources()
  const sections = createSite(sources)
  const pages = sections.flatMap((section) => section.pages)
  const files = pages.map(
    (page) => [`${page.path}.html`, layOut(page, sections, template)] as const,
  )
  const index = ['/docs/search.json', JSON.stringify(searchIndex(pages))] as const
  const feed = ['/docs/changelog.atom', changelogFeed(sources.read('CHANGELOG.md'))] as const
  const list = ['/llms.txt', listForPrograms(sections)] as const
  return [...files, index, feed, list].map(([path, text]) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  })
}

// The pages that are also served as Markdown, by the end of their address there.
const IN_MARKDOWN: readonly (readonly [RegExp, string])[] = [
  [/^\/docs\/guide$/, '/README.md'],
  [/^\/docs\/(?:guide\/.+|glossary)$/, '.md'],
]

// The form that https://llmstxt.org asks for.
function listForPrograms(sections: readonly Section[]): string {
  const lists = sections.map(({ label, pages }) => {
    const links = pages.map(({ path, title }) => {
      const [, end = ''] = IN_MARKDOWN.find(([form]) => form.test(path)) ?? []
      return `- [${title}](${path}${end})`
    })
    return `## ${label}\n\n${links.join('\n')}\n`
  })
  const about =
    'Reads the portfolios that clients have granted to an API key, over REST and GraphQL, and keeps plants.'
  const files = '- [OpenAPI](/openapi.json)\n- [GraphQL schema](/schema.graphql)\n'
  return ['# Orangery\n', `> ${about}\n`, ...lists, `## Descriptions\n\n${files}`].join('\n')
}

const PAGE = '/docs/changelog'
const RELEASE = /^(?<version>\d+\.\d+\.\d+) \((?<date>\d{4}-\d\d-\d\d)\)\n(?<text>.*)$/s

/** The releases of the changelog, newest first, as an Atom feed (RFC 4287). One without a date is not released. */
export function changelogFeed(changelog: string): string {
  const releases = changelog.split(/^## /m).flatMap((part) => {
    const { version, date, text } = RELEASE.exec(part)?.groups ?? {}
    return version && date && text ? [{ version, at: `${date}T00:00:00Z`, text }] : []
  })
  // The build does not know the address of the gateway: a link is relative to the feed, and an id has no address.
  const entries = releases.map(
    ({ version, at, text }) => html`<entry>
<id>${idOf(version)}</id><title>Orangery ${version}</title><updated>${at}</updated>
<link href="${PAGE}"/>
<content type="html">${renderText(text).text}</content>
</entry>
`,
  )
  return html`<feed xmlns="http://www.w3.org/2005/Atom">
<id>${idOf('')}</id><title>Orangery: releases</title><updated>${releases[0]?.at}</updated>
<author><name>Orangery</name></author>
<link rel="self" href="${PAGE}.atom"/><link href="${PAGE}"/>
${entries}</feed>
`.text
}

function idOf(version: string): string {
  const hash = createHash('sha256').update(`orangery release ${version}`).digest('hex')
  return `urn:uuid:${hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')}`
}
