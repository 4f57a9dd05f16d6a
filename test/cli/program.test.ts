import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  newDataDir,
  newFolder,
  newMigratedCluster,
  removeFolders,
} from '../database/data-folder.ts'
import { serverPid } from '../database/server-pid.ts'
import { ELSEWHERE } from '../serve/process.ts'

const root = join(import.meta.dirname, '../..')
const build = join(root, 'node_modules/.cache/test-cli')
const PROGRAM = [join(build, 'bin/orangery.js')]
const ASSET = '{"type":"asset","ref":"a1","title":"A watch","category":"watches"}\n'

beforeAll(() => {
  rmSync(build, { recursive: true, force: true })
  mkdirSync(build, { recursive: true })
  cpSync(join(root, 'bin'), join(build, 'bin'), { recursive: true })
  cpSync(join(root, 'package.json'), join(build, 'package.json'))
  const settings = ['-p', 'tsconfig.build.json', '--outDir', join(build, 'dist')]
  execFileSync(join(root, 'node_modules/.bin/tsc'), settings, { cwd: root })
})
afterEach(removeFolders)

type Variables = Record<string, string>

function run(file: string, argv: string[], cwd: string, variables: Variables, input = '') {
  const env = { PATH: process.env.PATH ?? '', ...variables }
  const { status, stdout, stderr } = spawnSync(file, argv, { cwd, env, input, encoding: 'utf8' })
  return { status, stdout, stderr }
}

const program = (argv: string[], environment: Variables = {}, input = '', cwd = ELSEWHERE) =>
  run(process.execPath, [...PROGRAM, ...argv], cwd, environment, input)

function piped(line: string, DATA_DIR: string, folder: string, more: Variables = {}, options = '') {
  const command = `${options} '${process.execPath}' '${PROGRAM[0]}' ${line}`
  const environment = { DATA_DIR, FILE: join(folder, 'piped'), ...more }
  return run('bash', ['--norc', '-c', command], folder, environment)
}

test('the program reads the .env of its working directory; variables that are set win', () => {
  const folder = newFolder()
  const list = (environment: Variables = {}) => program(['firm', 'list'], environment, '', folder)
  writeFileSync(join(folder, '.env'), '# ours\nDATABASE_URL="mysql://x"\nPORT=many\n')
  const bad = list({ PORT: '80' })
  expect(bad).toMatchObject({ status: 1, stdout: '' })
  expect(bad.stderr).toMatch(/^error: DATABASE_URL: [^\n]+\n$/)
  rmSync(join(folder, '.env'))
  mkdirSync(join(folder, '.env'))
  expect(list().stderr).toBe('error: .env: is not a file that can be read\n')
})

test('the program that is interrupted imports nothing and leaves no server behind', async () => {
  const DATA_DIR = await newMigratedCluster()
  const ada = ['--name', 'Ada', '--email', 'ada@example.com', '--json']
  const made = program(['client', 'create', ...ada], { DATA_DIR })
  const { id } = JSON.parse(made.stdout)
  const importing = spawn(process.execPath, [...PROGRAM, 'import', '-', '--client', id], {
    cwd: ELSEWHERE,
    env: { PATH: process.env.PATH ?? '', DATA_DIR },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // More than a pipe holds: once it is written, the program is reading.
  const text = ASSET + '\n'.repeat(1_000_000)
  await new Promise((resolve) => importing.stdin.write(text, resolve))
  importing.kill('SIGINT')
  expect(await once(importing, 'exit')).toEqual([130, null])
  expect(serverPid(DATA_DIR)).toBeUndefined()
  const again = program(['import', '-', '--client', id, '--json'], { DATA_DIR }, ASSET)
  expect(JSON.parse(again.stdout)).toMatchObject({ assets: { created: 1 } })
})

test('the program pipes a backup of one database into another', async () => {
  const [from, to, folder] = [await newMigratedCluster(), newDataDir(), newFolder()]
  program(['firm', 'create', '--name', 'Hale'], { DATA_DIR: from })
  const saved = piped('backup - > "$FILE"', from, folder)
  expect(saved).toMatchObject({ status: 0, stdout: '' })
  expect(saved.stderr).toMatch(/^Backed up \d+ rows of \d+ tables to standard output\.\n$/)
  const TMPDIR = newFolder()
  const restored = piped('restore - --json < "$FILE"', to, folder, { TMPDIR })
  expect(restored).toMatchObject({ status: 0, stderr: '' })
  expect(readdirSync(TMPDIR)).toEqual([])
  expect(program(['firm', 'list'], { DATA_DIR: to }).stdout).toContain('Hale')
})

test('the program fails if nobody reads the backup, or its output has to be an object', async () => {
  const [from, folder] = [await newMigratedCluster(), newFolder()]
  program(['firm', 'list'], { DATA_DIR: from })
  const unread = piped('backup - | true', from, folder, {}, 'set -o pipefail;')
  expect(unread).toMatchObject({ status: 1, stdout: '' })
  expect(unread.stderr).toMatch(/^error: [^\n]*\(EPIPE\): the backup is incomplete\.\n$/)
  const object = program(['backup', '-', '--json'], { DATA_DIR: from })
  expect(JSON.parse(object.stdout)).toMatchObject({ error: { code: 'invalid_parameter' } })
})

test('the program fails if its output cannot be written, and is content if a list is not read', async () => {
  const [DATA_DIR, folder] = [await newMigratedCluster(), newFolder()]
  const full = piped('firm create --name Hale > /dev/full', DATA_DIR, folder)
  expect([full.status, full.stderr]).toEqual([
    1,
    expect.stringMatching(/ \(ENOSPC\): .* lost\.\n$/),
  ])
  const unread = (line: string) => piped(`${line} | true`, DATA_DIR, folder, {}, 'set -o pipefail;')
  expect(unread('firm list')).toMatchObject({ status: 0, stderr: '' })
  writeFileSync(join(folder, 'piped'), 'name,email\nAda,ada@example.com')
  expect(unread('client create-all "$FILE" --invite')).toMatchObject({
    status: 1,
    stderr: `error: Standard output cannot be written (EPIPE): the line of ada@example.com is lost. For a new link: orangery invite --email ada@example.com.\n`,
  })
})
