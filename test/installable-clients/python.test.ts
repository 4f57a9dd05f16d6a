import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { words } from '../support/words.ts'
import { newFolder, unpackWheel, WHEEL_FILE } from './packages.ts'

const GUIDE = 'docs/guide'
const PROGRAMS = ['sync.py', 'receive.py']
let folder = ''

beforeAll(() => {
  folder = newFolder()
  unpackWheel(folder, join('dist/clients', WHEEL_FILE))
  for (const name of PROGRAMS) copyFileSync(join(GUIDE, 'samples', name), join(folder, name))
})

// The names that the blocks of the page take from the program around them.
const AROUND = `from http.server import BaseHTTPRequestHandler
request: BaseHTTPRequestHandler
[secret, body] = ['whsec_', b'']
`

/** The blocks of Python in the guide's page and in the package's own, as one program. */
function pages(): string {
  const blocks = readFileSync(join(GUIDE, 'installing.md'), 'utf8').match(/(?:^ {4}.*\n+)+/gm) ?? []
  const shown = blocks.map((block) => block.replace(/^ {4}/gm, ''))
  const readme = /```python\n(.*?)```/s.exec(readFileSync('clients/python/README.md', 'utf8'))?.[1]
  const imports = /^(?:from|import) \w+(?: import|$)/m
  const python = [...shown.filter((block) => imports.test(block)), readme]
  expect(python).toHaveLength(4)
  return [AROUND, ...python].join('\n')
}

/** Runs `mypy --strict` in the folder. Null: this machine neither has mypy nor can install it. */
function mypy(): ((...files: string[]) => string) | null {
  const tools = join(folder, 'tools')
  const env = { ...process.env, PYTHONPATH: tools }
  const python = (...args: string[]) =>
    spawnSync('python3', args, { cwd: folder, env, encoding: 'utf8' })
  const install = ['install', ...words('--quiet --retries 0 --timeout 20 --target'), tools, 'mypy']
  const has = () => python('-m', 'mypy', '--version').status === 0
  if (!has()) python('-m', 'pip', ...install)
  return has() ? (...files) => python('-m', 'mypy', '--strict', ...files).stdout : null
}

test('mypy takes the package, the samples and the pages strictly, and checks by their types', (context) => {
  const check = mypy()
  if (!check) return context.skip('mypy cannot be installed')
  const program = pages()
  writeFileSync(join(folder, 'pages.py'), program)
  expect(check('orangery_client', 'pages.py', ...PROGRAMS)).toMatch(/^Success: no issues found/)
  const wrong = program.replace("asset['title']", "asset['titel']").replace('.ended', '.given')
  writeFileSync(join(folder, 'pages.py'), wrong)
  expect(check('pages.py').match(/TypedDict "(\w+)" has no key/g)).toHaveLength(2)
})

/** Each Python of this machine from 3.9 on: of the system, or of pyenv. */
function pythons(): string[] {
  const versions = join(homedir(), '.pyenv/versions')
  const folders = existsSync(versions) ? readdirSync(versions) : []
  const own = folders.map((version) => join(versions, version, 'bin/python3'))
  return ['python3', ...own].filter((program) => {
    const said = spawnSync(program, ['-V'], { encoding: 'utf8' }).stdout ?? ''
    return Number(/^Python 3\.(\d+)/.exec(said)?.[1] ?? 0) >= 9
  })
}

// The second argument is the grammar: each Python says of a file whether 3.9 could read it.
const READ = `import ast, pathlib, orangery_client
for file in pathlib.Path('.').rglob('*.py'):
    if 'tools' not in file.parts:
        ast.parse(file.read_text('utf-8'), feature_version=(3, 9))`

test('every Python of this machine from 3.9 on reads the package and the samples', (context) => {
  const found = pythons()
  context.skip(found.length === 0, 'python3 is missing')
  for (const program of found) {
    const { status, stderr } = spawnSync(program, ['-W', 'error', '-c', READ], { cwd: folder })
    expect([program, stderr.toString(), status]).toEqual([program, '', 0])
  }
})
