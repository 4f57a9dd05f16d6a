import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startEmbedded } from '../../src/database/embedded/server.ts'
import { newCluster, newFolder, removeFolders } from '../database/data-folder.ts'
import { serverPid } from '../database/server-pid.ts'

const root = join(import.meta.dirname, '../..')
const build = join(root, 'node_modules/.cache/test-cli')
const PROGRAM = [join(build, 'bin/orangery.js')]
const ASSET = '{"type":"asset","ref":"a1","title":"A watch","category":"watches"}\n'

beforeAll(() => {
  rmSync(build, { recursive: true, force: true })
  mkdirSync(build, { recursive: true })
  cpSync(join(root, 'bin'), join(build, 'bin'), { recursive: true })
  writeFileSync(join(build, 'package.json'), '{"type":"module"}')
  const settings = ['-p', 'tsconfig.build.json', '--outDir', join(build, 'dist')]
  execFileSync(join(root, 'node_modules/.bin/tsc'), settings, { cwd: root })
})
afterEach(removeFolders)

/** Runs the program in a process of its own. */
function program(argv: string[], environment: Record<string, string> = {}, input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...PROGRAM, ...argv], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    input,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('the program', () => {
  test('prints how to build it if it is not built', () => {
    const folder = newFolder()
    cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true })
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'bin/orangery.js'), 'migrate'],
      { encoding: 'utf8' },
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^error: [^\n]*npm run build\n$/)
  })

  test('prints help on stdout, and usage errors on stderr', () => {
    expect(program(['--help'])).toMatchObject({ status: 0, stderr: '' })
    const wrong = program(['key', 'roll', 'key_x', '--overlap', '3h'])
    expect(wrong).toMatchObject({ status: 2, stdout: '' })
    expect(wrong.stderr).toMatch(/^error: [^\n]*--overlap[^\n]*\n$/)
  })

  test('starts the embedded database, and leaves no server behind', async () => {
    const DATA_DIR = await newCluster()
    const made = program(['firm', 'create', '--name', 'Hale', '--json'], { DATA_DIR })
    expect(made).toMatchObject({ status: 0, stderr: '' })
    expect(serverPid(DATA_DIR)).toBeUndefined()
    const { id } = JSON.parse(made.stdout)
    const again = program(['key', 'list', '--firm', id, '--json'], { DATA_DIR })
    expect(again).toEqual({ status: 0, stdout: '{"data":[]}\n', stderr: '' })
  }, 60_000)

  test('interrupted, imports nothing and leaves no server behind', async () => {
    const DATA_DIR = await newCluster()
    const made = program(
      ['client', 'create', '--name', 'Ada', '--email', 'ada@example.com', '--json'],
      {
        DATA_DIR,
      },
    )
    const { id } = JSON.parse(made.stdout)
    const importing = spawn(process.execPath, [...PROGRAM, 'import', '-', '--client', id], {
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
  }, 60_000)

  test('works next to a process that runs the embedded database, and leaves it running', async () => {
    const DATA_DIR = await newCluster()
    const gateway = await startEmbedded(DATA_DIR)
    const pid = serverPid(DATA_DIR)
    const email = ['--email', 'ada@example.com']
    const made = program(['client', 'create', '--name', 'Ada', ...email, '--json'], { DATA_DIR })
    expect(made).toMatchObject({ status: 0, stderr: '' })
    const { id } = JSON.parse(made.stdout)
    const imported = program(['import', '-', '--client', id, '--json'], { DATA_DIR }, ASSET)
    expect(imported).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(imported.stdout)).toMatchObject({ kept: true, assets: { created: 1 } })
    expect(serverPid(DATA_DIR)).toBe(pid)
    await gateway.release()
  }, 60_000)
})
