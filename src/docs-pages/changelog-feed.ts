import { createHash } from 'node:crypto'
import { html } from './html.ts'
import { renderText } from './markdown.ts'

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
