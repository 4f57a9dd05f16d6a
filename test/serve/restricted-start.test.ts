import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { newFolder, removeFolders } from '../database/data-folder.ts'
import { serverPid } from '../database/server-pid.ts'
import { ELSEWHERE, program } from './process.ts'

afterEach(removeFolders)

const AS_IN_DOCKER = join(import.meta.dirname, '../../.ci/as-in-docker')
const NAMESPACES = ['--mount', '--pid', '--ipc', '--fork', '--mount-proc']
const SMALL_CONTAINER = `mount -t tmpfs -o size=64m tmpfs /dev/shm
  mount --bind /proc/sys /proc/sys && mount -o remount,ro,bind /proc/sys
  umask 077 && exec "$@"`

const isRoot = process.getuid?.() === 0
const hasTools = isRoot && spawnSync(AS_IN_DOCKER, ['true']).status === 0
const hasNamespaces = spawnSync('unshare', [...NAMESPACES, 'true']).status === 0

/** Runs `orangery` with the data folder in surroundings, which are a command in front of it. */
function orangery(surroundings: readonly string[], DATA_DIR: string, ...args: string[]) {
  const [command = '', ...others] = [...surroundings, process.execPath, program, ...args]
  const env = { PATH: process.env.PATH, DATA_DIR }
  const { status, stdout, stderr } = spawnSync(command, others, {
    cwd: ELSEWHERE,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

// A first start, and a later one.
function startTwice(surroundings: readonly string[], dataDir: string) {
  const created = orangery(surroundings, dataDir, 'migrate')
  expect(created).toMatchObject({ status: 0, stderr: '' })
  expect(serverPid(dataDir)).toBeUndefined()
  const listed = orangery(surroundings, dataDir, 'firm', 'list')
  expect(listed).toEqual({ status: 0, stdout: 'No firms.\n', stderr: '' })
  expect(serverPid(dataDir)).toBeUndefined()
}

// Skipped where `setpriv` is missing or this account is not root.
describe.runIf(hasTools)(
  'the embedded database as root, with the rights of a container',
  { timeout: 120_000 },
  () => {
    test('starts with Docker’s default capabilities, without reading what other accounts run', () => {
      startTwice([AS_IN_DOCKER], join(newFolder(), 'data'))
    })

    // Skipped where namespaces are not permitted.
    test.runIf(hasNamespaces)(
      'starts with /dev/shm of 64 MB, /proc/sys read-only, umask 077, and spaces and umlauts in its path',
      () => {
        const folder = join(newFolder(), 'Bäume und größere Häuser')
        mkdirSync(folder, { mode: 0o711 })
        const shell = ['sh', '-c', SMALL_CONTAINER, 'sh', AS_IN_DOCKER]
        const container = ['unshare', ...NAMESPACES, ...shell]
        startTwice(container, join(folder, 'data'))
      },
    )
  },
)
