import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { layOut } from '../../src/docs-pages/layout.ts'
import { searchIndex } from '../../src/docs-pages/search-index.ts'
import { createSite, repositorySources } from '../../src/docs-pages/site.ts'
import { changelogFeed, writePages } from '../../src/docs-pages/write-pages.ts'
import { ERROR_CODES } from '../../src/errors.ts'
import type { Schema } from '../../src/openapi/interface.ts'
import { findPlaces, readIndex } from '../../src/portal/docs/search.ts'

const sources = repositorySources()
const sections = createSite(sources)
const pages = sections.flatMap((section) => section.pages)
const { description } = sources
const TEMPLATE = '<title>__TITLE__</title><meta content="__SUMMARY__">__BODY__'
const texts = new Map(pages.map((page) => [page.path, layOut(page, sections, TEMPLATE)]))

function anchorsOf(path: string): string[] {
  return [...(texts.get(path) ?? '').matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id)
}

const missingAt = (path: string, names: readonly string[]) => {
  const anchors = new Set(anchorsOf(path))
  return names.filter((name) => !anchors.has(name))
}

describe('the pages of the documentation', () => {
  test('have an anchor for each member of each object of openapi.json', () => {
    const members = Object.entries(description.components.schemas).flatMap(
      ([name, { properties }]) => [
        name,
        ...Object.keys(properties ?? {}).map((member) => `${name}.${member}`),
      ],
    )
    expect(members.length).toBeGreaterThan(250)
    expect(missingAt('/docs/api/objects', members)).toEqual([])
  })

  test('have an anchor for each parameter, and for each member of each body', () => {
    const { schemas } = description.components
    const direct = ({ $ref, properties }: Schema) =>
      Object.keys(properties ?? schemas[$ref?.split('/').at(-1) ?? '']?.properties ?? {})
    expect(description.operations.length).toBeGreaterThan(10)
    for (const { operationId, parameters, responses } of description.operations) {
      const path = `/docs/api/${operationId}`
      const wanted = parameters.map(({ name }) => `parameter.${name}`)
      expect(missingAt(path, wanted), path).toEqual([])
      const flags = texts.get(path)?.match(/(?<=<span class="flag">)(?:required|optional)/g)
      expect(flags?.slice(0, parameters.length).join(), path).toMatch(
        /^(?:required,?)*(?:optional,?)*$/,
      )
      const body = responses['200']?.content?.['application/json'].schema ?? {}
      const members = direct(body).map((name) => `response.${name}`)
      expect(missingAt(path, members), path).toEqual([])
    }
    const { event } = description.webhooks
    const headers = event?.post.parameters.map(({ name }) => `parameter.${name}`) ?? []
    expect(headers.length).toBe(3)
    expect(missingAt('/docs/webhooks', headers)).toEqual([])
  })

  test('have an anchor for each error code, with its status and what to do', () => {
    expect(missingAt('/docs/errors', ERROR_CODES)).toEqual([])
    const text = texts.get('/docs/errors') ?? ''
    const remedies = text.split('What to do:').slice(1)
    expect(remedies.length).toBe(ERROR_CODES.length)
    for (const each of remedies) expect(each).toMatch(/^<\/strong> \S/)
    expect(text).toContain('<strong>delete all mirrors</strong> of this key')
    expect(text).toMatch(/href="\/docs\/guide\/walking#if-a-walk-is-interrupted"/)
  })

  test('say expressions in words', () => {
    const words = [...texts.values()].flatMap((text) =>
      [...text.matchAll(/<summary>([^<]*)<\/summary><code>\^/g)].map(([, said]) => said),
    )
    expect(words).toContain('64 hexadecimal digits in lower case')
    expect(words).not.toContain('an expression')
  })

  test('are written at their addresses, with the index of the search', () => {
    const folder = mkdtempSync(join(tmpdir(), 'orangery-docs-'))
    const files = writePages(TEMPLATE, folder)
    const others = ['/docs/search.json', '/docs/changelog.atom', '/llms.txt']
    const wanted = [...pages.map(({ path }) => `${path}.html`), ...others]
    expect(files).toEqual(wanted.map((path) => join(folder, path)))
    const [first = ''] = files
    expect(readFileSync(first, 'utf8')).toBe(texts.get('/docs'))
    rmSync(folder, { recursive: true })
  })

  test('have a feed of the releases that are dated', () => {
    const released = '## 0.2.0 (2026-11-21)\n\n- `a < b`\n\n### More\n\n- c\n\n'
    const feed = changelogFeed(`# Changelog\n\n## 0.3.0 (unreleased)\n\n- new\n\n${released}`)
    expect(feed).toContain('<title>Orangery 0.2.0</title><updated>2026-11-21T00:00:00Z</updated>')
    expect(feed).toContain('&lt;code&gt;a &amp;lt; b&lt;/code&gt;')
    expect(feed).not.toMatch(/0\.3\.0|new/)
    expect(feed.match(/<entry>/g)).toHaveLength(1)
  })

  test('include every page of the guide, once', () => {
    const files = readdirSync('docs/guide').filter((name) => name.endsWith('.md'))
    const wanted = files.map((name) => `/docs/guide/${name.replace('.md', '')}`)
    const shown = pages.map(({ path }) => (path === '/docs/guide' ? `${path}/README` : path))
    expect(shown.filter((path) => path.startsWith('/docs/guide')).sort()).toEqual(wanted.sort())
  })

  test('have no code and no style of their own, a title each, and each anchor once', () => {
    for (const [path, text] of texts) {
      const anchors = anchorsOf(path)
      expect([path, anchors.length]).toEqual([path, new Set(anchors).size])
      expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i)
      expect(text).toMatch(/<title>[^<]+ · Documentation<\/title>|<title>Documentation<\/title>/)
    }
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
  })

  test('are found by their headings, members and codes, each once for each page', () => {
    const index = searchIndex(pages)
    const addresses = index.map(([, , address]) => address)
    expect(addresses).toEqual(expect.arrayContaining(['/docs/errors#grant_revoked', '/docs']))
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const [title, , address] of index) {
      const [path = '', anchor] = address.split('#')
      expect(title).not.toBe('')
      if (anchor !== undefined) expect(missingAt(path, [anchor]), address).toEqual([])
    }
  })
})

// The words that a reader types, and the place that the search finds first.
const FOUND_FIRST = {
  '/docs/api#credentials': 'authentication, auth, authorization, login, token, bearer, API key',
  '/docs/api/getSummary': 'portfolio summary, total value',
  '/docs/api/listAssets#parameter.updated_since': 'updated_since',
  '/docs/api/listValuations': 'valuations, valuation history',
  '/docs/errors': 'error codes, errror codes',
  '/docs/guide/assistants': 'mcp, assistant',
  '/docs/guide/conditional-requests': '304, caching',
  '/docs/guide/connecting': 'consent, connection link, permissions',
  '/docs/guide/errors': 'errors, retry',
  '/docs/guide/errors#remedies': '400, 401, 403, 404',
  '/docs/guide/first-request': 'quick start, getting started',
  '/docs/guide/installing': 'sdk, python, install',
  '/docs/guide/rate-limits': 'rate limit, 429, quota, throttl',
  '/docs/guide/sandbox': 'sandbox, test data',
  '/docs/guide/syncing': 'sync, delta, deleted',
  '/docs/guide/walking': 'pagination, paging, next page',
  '/docs/guide/webhooks': 'webhook, callback',
  '/docs/guide/webhooks#checking-the-signature': 'webhook signature, hmac',
}

test('the search finds first where the documentation describes a thing, by the names of readers', () => {
  const index = readIndex(searchIndex(pages))
  const first = (name: string) => findPlaces(index, name)[0]?.address
  for (const [address, names] of Object.entries(FOUND_FIRST))
    for (const name of names.split(', ')) expect([name, first(name)]).toEqual([name, address])
})

describe('hostile text', () => {
  const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))'
  const text = JSON.stringify(sources.description, (name, value) =>
    ['description', 'summary', 'pattern', 'example'].includes(name) && typeof value === 'string'
      ? `${HOSTILE} ${value}`
      : value,
  )
  const hostileSources = {
    ...sources,
    description: JSON.parse(text),
    read: (file: string) => `${sources.read(file)}\n\n${HOSTILE}\n\n## ${HOSTILE}\n`,
  }

  test('of a description or a page is shown as text', () => {
    const hostile = createSite(hostileSources)
    const written = hostile.flatMap((section) =>
      section.pages.map((page) => layOut(page, hostile, TEMPLATE)),
    )
    expect(written.length).toBe(pages.length)
    expect(written.filter((text) => text.includes('&lt;script&gt;')).length).toBe(written.length)
    for (const text of written) {
      expect(text).not.toMatch(/<script|<img|href="javascript/i)
      expect(text).not.toMatch(/<\w+(?:\s+[\w-]+(?:="[^"]*")?)*\s+onerror/)
    }
  })

  test('in the places of the template is text, also with signs that a replacement knows', () => {
    const [page] = pages
    if (!page) throw new Error('There are no pages.')
    const odd = { ...page, path: '/docs/odd', title: '</title>$&', summary: '"><b>$`' }
    expect(layOut(odd, sections, TEMPLATE)).toContain(
      '<title>&lt;/title&gt;$&amp; · Documentation</title><meta content="&quot;&gt;&lt;b&gt;$`">',
    )
  })
})

test('the sources of the build have all files that the pages are made of', () => {
  const files: string[] = []
  createSite({
    ...sources,
    read: (file) => {
      files.push(file)
      return sources.read(file)
    },
  })
  const build = readFileSync('build.js', 'utf8')
  const roots = ['docs/guide', 'src']
  for (const file of new Set(files)) {
    const root = roots.find((each) => file.startsWith(`${each}/`)) ?? file
    expect(build).toContain(`'${root}'`)
  }
})
