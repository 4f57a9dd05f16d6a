import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ASSETS = 'dist/portal/assets'
const resolve = createRequire(import.meta.url).resolve
// Parts of Checkbox and Radio that are bundled with them, and that no page uses.
const UNUSED = ['CheckboxCard', 'CheckboxIndicator', 'RadioCard', 'RadioIndicator']
// How Mantine names the classes of its components.
const CLASS = /\bm_[\da-f]{6,8}\b/g

function classesOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.match(CLASS) ?? []))
}

const built = (extension: string) =>
  readdirSync(ASSETS)
    .filter((name) => name.endsWith(extension) && !name.startsWith('graphiql'))
    .map((name) => readFileSync(join(ASSETS, name), 'utf8'))

// The styles of each component are imported by name, in theme.css and signed-in.css.
test('every component that a page uses has its styles', () => {
  const read = (path: string) => readFileSync(resolve(path), 'utf8')
  const known = classesOf([read('@mantine/core/styles.css')])
  const unused = classesOf(UNUSED.map((name) => read(`@mantine/core/styles/${name}.css`)))
  const used = [...classesOf(built('.js'))].filter((name) => known.has(name))
  expect(used.length).toBeGreaterThan(100)
  const imported = classesOf(built('.css'))
  expect(used.filter((name) => !imported.has(name) && !unused.has(name))).toEqual([])
})
