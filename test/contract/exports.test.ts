import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unusedExports } from './exports.ts'

// Every file that can import a file of src or test/support.
const FOLDERS = ['src', 'test', 'bench', 'docs/guide/samples']
const NOT_OURS = /(^|\/)(node_modules|dist|generated)\//
// The portal is a program of its own.
const CHECKED = /^(src\/(?!portal\/)|test\/support\/)/
// Scripts of package.json run the function `main` of these through test/run-typescript.js.
const RUN = [...readFileSync('package.json', 'utf8').matchAll(/run-typescript\.js (\S+\.ts)/g)].map(
  ([, file]) => `${file}: main`,
)

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|js)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name)),
).filter((file) => !NOT_OURS.test(file))

describe('exported names', () => {
  test('each is used by another file', () => {
    const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
    const unused = unusedExports(texts)
      .filter(({ file }) => CHECKED.test(file))
      .map(({ file, name }) => `${file}: ${name}`)
      .filter((name) => !RUN.includes(name))
    expect(unused).toEqual([])
  })

  test.each([
    ['a function', 'export async function name() {}'],
    ['a generator', 'export function* name() {}'],
    ['a constant', 'export const name = 1'],
    ['a class', 'export abstract class name {}'],
    ['a type', 'export type name = 1'],
    ['an interface of a signature', 'interface A {}\nexport interface name extends A {}'],
    ['a listed name', "export { other as name } from './c.ts'"],
  ])('%s that no importer of its file names is found', (_kind, text) => {
    const other = ['test/c.ts', 'name()'] as const
    expect(unusedExports(new Map([['src/a.ts', `${text}\nname`], other]))).toEqual([
      { file: 'src/a.ts', name: 'name' },
    ])
  })

  test.each([
    ['an import', "import { type name } from '../src/a.ts'"],
    ['a call of import', "const { name } = await import('../src/a.ts')"],
    ['a member of a namespace', "import * as a from '../src/a.ts'\na.name()"],
    ['an export of an import', "export { name as other } from '../src/a.ts'\n"],
  ])('%s uses a name', (_kind, text) => {
    const unused = unusedExports(
      new Map([
        ['src/a.ts', 'export const name = 1'],
        ['test/b.ts', text],
      ]),
    )
    expect(unused.filter(({ file }) => file === 'src/a.ts')).toEqual([])
  })
})
