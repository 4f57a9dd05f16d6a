import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newMigratedCluster, removeFolders } from '../database/data-folder.ts'
import { newDemoDir } from './demo-folder.ts'
import { program } from './process.ts'

const SCRIPT = '/usr/bin/script'
const folder = mkdtempSync(join(tmpdir(), 'orangery-terminal-'))

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await removeFolders()
})

/** Starts `orangery serve` on a terminal of its own, and returns what stands there when it is quiet. */
async function startOnTerminal(dataDir: string, demo: 'on' | 'off'): Promise<string> {
  const child = spawn(SCRIPT, ['-qec', `'${process.execPath}' '${program}' serve`, '/dev/null'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, DEMO: demo },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let shown = ''
  child.stdout.on('data', (text) => {
    shown += text
  })
  await expect.poll(() => shown).toMatch(/Docs +http/)
  const before = shown
  await fetch(`${/runs at (\S+)/.exec(shown)?.[1]}/healthz`)
  await end(child)
  expect(shown.startsWith(before)).toBe(true)
  return before.replaceAll('\r\n', '\n')
}

// As the key Ctrl-C does.
async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.stdin?.write('\u0003')
  await ended
}

describe.skipIf(!existsSync(SCRIPT))('on a terminal', () => {
  test('the log is lines for people, and each start ends with the addresses', async () => {
    const starts = [
      startOnTerminal(join(folder, 'data'), 'on'),
      startOnTerminal((await newDemoDir()).dataDir, 'on'),
      startOnTerminal(await newMigratedCluster(), 'off'),
    ]
    for (const shown of await Promise.all(starts)) {
      expect(shown).toMatch(/^\d\d:\d\d:\d\d info {2}embedded database /m)
      expect(shown).toMatch(/^\d\d:\d\d:\d\d info {2}listening address=http/m)
      expect(shown).not.toContain('{"level"')
      const [, address = ''] = /listening address=(\S+)/.exec(shown) ?? []
      const last = shown.slice(shown.indexOf('Orangery runs at'))
      expect(last.trim().split('\n')).toEqual([
        `Orangery runs at ${address}`,
        '',
        `  Portal      ${address}/             (sign in)`,
        `  REST        ${address}/api/v1`,
        `  GraphQL     ${address}/graphql      (GraphiQL in a browser)`,
        `  Plants      ${address}/plants`,
        `  Docs        ${address}/docs`,
      ])
    }
  })
})
