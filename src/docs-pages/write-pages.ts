import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { layOut } from './layout.ts'
import { searchIndex } from './search-index.ts'
import { createSite, repositorySources } from './site.ts'

/**
 * Writes all pages of the documentation below a folder, each at its own address with `.html`, and the index of the
 * search. Gives their paths.
 */
export function writePages(template: string, folder: string): readonly string[] {
  const sections = createSite(repositorySources())
  const pages = sections.flatMap((section) => section.pages)
  const files = pages.map(
    (page) => [`${page.path}.html`, layOut(page, sections, template)] as const,
  )
  const index = ['/docs/search.json', JSON.stringify(searchIndex(pages))] as const
  return [...files, index].map(([path, text]) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  })
}
