import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = join(import.meta.dirname, '../../docs/guide/graphql-caches.md')

/** The value that a block of code of the page on caches gives this constant. The block runs with its `uses`. */
export function settingOfGuide(constant: string, uses: Readonly<Record<string, unknown>>) {
  const blocks = readFileSync(PAGE, 'utf8').match(/(?:^ {4}.*\n|^\n(?= {4}))+/gm) ?? []
  const [block, ...others] = blocks.filter((text) => text.includes(`const ${constant} =`))
  if (!block || others.length > 0) throw new Error(`not one block sets ${constant}`)
  const program = block.replace(/^ {4}import .*\n/gm, '')
  return new Function(...Object.keys(uses), `${program} return ${constant}`)(...Object.values(uses))
}
