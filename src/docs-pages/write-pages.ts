import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { changelogFeed } from './changelog-feed.ts'
import { layOut } from './layout.ts'
import { searchIndex } from './search-index.ts'
import { createSite, repositorySources } from './site.ts'

/**
 * Writes all pages of the documentation below a folder, each at its own address with `.html`, the index of the search
 * and the feed of the changelog. Gives their paths.
 */
export function writePages(template: string, folder: string): readonly string[] {
  const sources = repositorySources()
  const sections = createSite(sources)
  const pages = sections.flatMap((section) => section.pages)
  const files = pages.map(
    (page) => [`${page.path}.html`, layOut(page, sections, template)] as const,
  )
  const index = ['/docs/search.json', JSON.stringify(searchIndex(pages))] as const
  const feed = ['/docs/changelog.atom', changelogFeed(sources.read('CHANGELOG.md'))] as const
  return [...files, index, feed].map(([path, text]) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  })
}
