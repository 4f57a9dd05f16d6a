import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse, visit } from 'graphql'
import { describe, expect, test } from 'vitest'
import { importsIn } from './imports.ts'

const ROOT = 'src/portal'
const LAYERS = ['generated', 'i18n', 'words', 'data', 'ui', 'domain', 'FEATURES', 'app']
/** The features, which do not import each other, and the parts of a feature that they may import. */
const FEATURES: Readonly<Record<string, readonly string[]>> = {
  account: [],
  'client/approve-link': ['client/terms'],
  'client/connections': ['client/terms'],
  'client/overview': [],
  'client/portfolio': [],
  'client/receipts': [],
  'client/statement': [],
  'client/terms': [],
  explore: [],
  'firm/clients': [],
  'firm/dashboard': [],
  'firm/keys': [],
  'firm/members': [],
  'firm/request-log': [],
  'firm/sandbox': [],
  'firm/webhooks': [],
  'sign-in': [],
  staff: [],
}
/** The pages of the documentation have a program of their own, which uses `data` alone. */
const APART = 'docs'
// How the generated types are named after an operation or a fragment.
const GENERATED = /^(\w+?)(?:Document|QueryVariables|MutationVariables|Query|Mutation|Fragment)$/
const GENERATED_IMPORT = /import\s+(?:type\s+)?\{([^}]*)\}\s+from '[./]*generated\/graphql\.ts'/g

const files = readdirSync(ROOT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(tsx?|graphql)$/.test(entry.name))
  .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
const ours = files.filter((file) => !file.startsWith('generated/'))
const documents = ours.filter((file) => file.endsWith('.graphql'))
const programs = ours.filter((file) => !file.endsWith('.graphql'))

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const layerOf = (folder: string) => LAYERS.indexOf(folder in FEATURES ? 'FEATURES' : folder)

function folderOf(file: string): string {
  const [first = '', second] = file.split('/')
  return first === 'client' || first === 'firm' ? `${first}/${second}` : first
}

const definedIn = new Map<string, string>()
for (const file of documents)
  visit(parse(textOf(file)), {
    FragmentDefinition: ({ name }) => void definedIn.set(name.value, file),
    OperationDefinition: ({ name }) => void definedIn.set(name?.value ?? '', file),
  })

function namesIn(file: string): string[] {
  const text = textOf(file)
  if (file.endsWith('.graphql'))
    return [...text.matchAll(/\.\.\.(\w+)/g)].map(([, name = '']) => name)
  const imported = [...text.matchAll(GENERATED_IMPORT)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/^type /, '')),
  )
  return imported.flatMap((name) => GENERATED.exec(name)?.[1] ?? [])
}

function usedBy(file: string): string[] {
  const named = namesIn(file).flatMap((name) => definedIn.get(name) ?? [])
  const imported = file.endsWith('.graphql') ? [] : importsIn(file, textOf(file))
  return [...imported, ...named].filter((used) => !used.startsWith('..'))
}

function mayUse(folder: string, other: string): boolean {
  if (folder === other) return true
  if (folder === APART || other === APART) return other === 'data'
  return layerOf(other) < layerOf(folder) || (FEATURES[folder]?.includes(other) ?? false)
}

describe('the folders of the portal', () => {
  test('are a layer, a feature or the documentation', () => {
    const known = (folder: string) => folder === APART || layerOf(folder) >= 0
    expect(ours.filter((file) => !known(folderOf(file)))).toEqual([])
  })

  test('import, and name operations, in one direction', () => {
    expect(programs.length).toBeGreaterThan(200)
    expect(definedIn.size).toBeGreaterThan(50)
    const wrong = ours.flatMap((file) =>
      usedBy(file)
        .filter((used) => !mayUse(folderOf(file), folderOf(used)))
        .map((used) => `${file} uses ${used}`),
    )
    expect(wrong).toEqual([])
  })

  test('list no feature, and no part of one, that is not there', () => {
    const used = new Set(
      programs.flatMap((file) =>
        usedBy(file).map((other) => `${folderOf(file)} ${folderOf(other)}`),
      ),
    )
    const stated = Object.entries(FEATURES).flatMap(([folder, parts]) =>
      [folder, ...parts].map((part) => `${folder} ${part}`),
    )
    expect(stated.filter((pair) => !used.has(pair))).toEqual([])
  })

  test('of parts without the domain use no type of the schema', () => {
    const typed = programs.filter(
      (file) => folderOf(file) === 'ui' && textOf(file).includes('generated/'),
    )
    expect(typed).toEqual([])
  })

  test('make every dialog with one component, and every form in a dialog with one', () => {
    const using = (pattern: RegExp) =>
      programs.filter((file) => pattern.test(textOf(file)) && folderOf(file) !== APART)
    expect(using(/<Modal\b/)).toEqual(['ui/dialog.tsx'])
    const both = using(/<Dialog\b/).filter((file) => /<form\b/i.test(textOf(file)))
    expect(both).toEqual(['ui/form-dialog.tsx'])
  })
})
