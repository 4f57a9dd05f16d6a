import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { promisify } from 'node:util'
import { strFromU8, unzipSync } from 'fflate'
import { build } from 'vite'
import { describe, expect, inject, test } from 'vitest'
import { installNpm, NPM_FILE, WHEEL_FILE } from './packages.ts'

const BUILT = 'dist/clients'
const run = promisify(execFile)
const install = () => installNpm(resolve(BUILT, NPM_FILE))
const jsonIn = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'))
const wheel = () => unzipSync(readFileSync(join(BUILT, WHEEL_FILE)))

test('a build in another zone, language and umask has the same bytes', async () => {
  const folder = mkdtempSync(join(inject('folder'), 'clients-'))
  const env = { ...process.env, TZ: 'Pacific/Auckland', LANG: 'de_DE.UTF-8' }
  const script = `umask 077; exec '${process.execPath}' clients/build/main.js '${folder}'`
  await run('sh', ['-c', script], { env })
  expect(readdirSync(folder).sort()).toEqual(readdirSync(BUILT).sort())
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name))
    expect(bytes.equals(readFileSync(join(BUILT, name))), name).toBe(true)
  }
})

describe('the wheel', () => {
  test('records each file with its hash and size', () => {
    const files = wheel()
    const [recordName = ''] = Object.keys(files).filter((name) => name.endsWith('/RECORD'))
    const lines = strFromU8(files[recordName] ?? new Uint8Array())
      .trim()
      .split('\n')
    const factsOf = (bytes: Uint8Array) =>
      `sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}`
    const expected = Object.entries(files).map(
      ([name, bytes]) => `${name},${name === recordName ? ',' : factsOf(bytes)}`,
    )
    expect(lines.sort()).toEqual(expected.sort())
  })

  test('imports nothing beside the standard library', async () => {
    const imports = Object.entries(wheel())
      .filter(([name]) => name.endsWith('.py'))
      .flatMap(([, bytes]) => [...strFromU8(bytes).matchAll(/^(?:import|from) ([\w.]+)/gm)])
      .map(([, name = '']) => name.split('.')[0])
    const { stdout } = await run('python3', ['-c', 'import sys; print(*sys.stdlib_module_names)'])
    // An import within the package has no name before its first dot.
    const standard = ['', ...stdout.trim().split(' ')]
    expect(imports).toContain('urllib')
    expect(imports.filter((name = '') => !standard.includes(name))).toEqual([])
  })
})

describe('the package for npm', () => {
  test('has a program that can be run, and an entry for browsers that needs no module of Node', async () => {
    const folder = join(await install(), 'node_modules/orangery-client')
    const { bin } = jsonIn(folder, 'package.json')
    expect(statSync(join(folder, bin['orangery-client'])).mode & 0o111).toBe(0o111)
    const { files, others } = importedFrom(folder, 'dist/index.js')
    expect(files.length).toBeGreaterThan(10)
    expect(others).toEqual(['openapi-fetch'])
    expect(importedFrom(folder, 'dist/node.js').others).toEqual(['node:fs/promises', 'node:path'])
  })

  test('is bundled for browsers without the package for proxies, which is optional', async () => {
    const folder = await install()
    writeFileSync(join(folder, 'index.html'), '<script type="module" src="/page.js"></script>')
    const page = "import { Orangery } from 'orangery-client'\nconsole.log(Orangery)\n"
    writeFileSync(join(folder, 'page.js'), page)
    const options = { root: folder, configFile: false, logLevel: 'error' } as const
    await build({ ...options, build: { rolldownOptions: { onwarn: fail } } })
    const [script = ''] = readdirSync(join(folder, 'dist/assets'))
    const text = readFileSync(join(folder, 'dist/assets', script), 'utf8')
    expect(text).toContain('npm i undici')
    expect(text).not.toMatch(/(?:from|import)\s*['"]/)
  })

  test.each([
    'nodenext',
    'preserve --moduleResolution bundler',
  ])('compiles strictly in a program with %s, and its types find what is wrong', async (module) => {
    const folder = await install()
    const files = [PROGRAM, ...WRONG.map(([right, wrong]) => PROGRAM.replace(right, wrong))]
    for (const [i, text] of files.entries()) writeFileSync(join(folder, `program-${i}.ts`), text)
    const names = Object.keys(files).map((i) => `program-${i}.ts`)
    const args = [...names, ...STRICT.split(' '), '--module', ...module.split(' ')]
    const compiler = resolve('node_modules/.bin/tsc')
    const { stdout } = await run(compiler, args, { cwd: folder }).catch((error) => error)
    expect(stdout.match(/^program-\d/gm)).toEqual(['1', '2', '3', '4'].map((i) => `program-${i}`))
  })

  test('names the licence of each package in it', async () => {
    const folder = join(await install(), 'node_modules/orangery-client')
    const readme = readFileSync(join(folder, 'README.md'), 'utf8')
    for (const name of readdirSync(join(folder, 'node_modules'))) {
      const { license } = jsonIn(folder, 'node_modules', name, 'package.json')
      expect(readme).toContain(`\`${name}\` (${license})`)
    }
  })
})

const STRICT =
  '--ignoreConfig --strict --exactOptionalPropertyTypes --noEmit --target es2022 --lib es2023,dom'

const PROGRAM = `
import { ApiError, MemoryStore, Mirrors, Orangery, PlantStore, verifyWebhook } from 'orangery-client'

const orangery = new Orangery({ url: 'https://gateway.example', key: 'key' })
export const store = new MemoryStore()
export const mirrors = new Mirrors(orangery, store)
for await (const asset of orangery.assets('user_1', { category: 'watches' })) {
  const title: string = asset.title
  console.log(title)
}
const page = await orangery.assets('user_1')
console.log(page.grant.scopes, page.data[0]?.title)
const { data: me } = await orangery.api.GET('/api/v1/me')
console.log(me?.key.name)
const event = await verifyWebhook('whsec_', new Headers(), '')
if (event.type === 'grant.ended') console.log(event.client_id, event.reason)
await new PlantStore({ url: 'https://gateway.example', token: 'token' }).create(7n, 'Fern')
try {
  await orangery.summary('user_1')
} catch (error) {
  if (error instanceof ApiError) console.log(error.status, error.code, error.request_id)
}
`

// One error each.
const WRONG = [
  ['asset.title', 'asset.titel'],
  ['page.grant', 'page.title'],
  ['grant.ended', 'grant.given'],
  ['7n', '7'],
] as const

const fail = ({ message = '' }) => {
  throw new Error(message)
}

/** The files that a module reaches by imports, and the modules outside of the package. */
function importedFrom(folder: string, entry: string) {
  const files: string[] = []
  const others = new Set<string>()
  for (const waiting = [entry]; waiting.length > 0; ) {
    const file = waiting.pop() ?? ''
    if (files.includes(file)) continue
    files.push(file)
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:from|import) '([^']+)'/g))
      if (name.startsWith('.')) waiting.push(posix.join(dirname(file), name))
      else others.add(name)
  }
  return { files, others: [...others].sort() }
}

type Json = ReturnType<typeof JSON.parse>

test('the collection has every request of the description, and no credential', () => {
  const collection = jsonIn(BUILT, 'orangery.postman_collection.json')
  const { paths } = jsonIn('openapi.json')
  const described = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== 'head')
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
  const requests: Json[] = collection.item.flatMap((folder: Json) => folder.item)
  const listed = requests.map(({ request: { method, url } }) => {
    const path = url.path.map((part: string) => part.replace(/^:(\w+)$/, '{$1}'))
    return `${method} /${path.join('/')}`
  })
  expect(listed.sort()).toEqual(described.sort())
  const values = collection.variable.map(({ key, value }: Json) => [key, value])
  expect(Object.fromEntries(values)).toMatchObject({ api_key: '', access_token: '' })
  const list = requests.find(({ request }) => request.url.path.at(-1) === 'assets')
  const required = list?.request.url.query.filter(({ disabled }: Json) => !disabled)
  expect(required).toMatchObject([{ key: 'client_id', value: '{{client_id}}' }])
})
