import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { newDataDir } from '../database/data-folder.ts'
import { GatewayProcess } from './process.ts'

/** The credentials that the first start prints. */
export interface DemoSecrets {
  readonly productionKey: string
  readonly sandboxKey: string
  readonly accessToken: string
  /** The ids of the clients by their last name; the sandbox key reads `testwell` alone. */
  readonly clients: {
    readonly ashdown: string
    readonly valcroze: string
    readonly testwell: string
  }
}

/**
 * A data folder as the first start leaves it, with the demo, and what that start printed. It is a
 * copy: the first test of the run that needs one makes the original, by a start on no folder.
 */
export async function newDemoDir(): Promise<{ dataDir: string; demo: DemoSecrets }> {
  const folder = join(inject('folder'), 'demo')
  const done = join(folder, 'secrets.json')
  if (claim(folder)) await makeDemo(folder, done)
  while (!existsSync(done)) await sleep(100)
  const dataDir = newDataDir()
  execFileSync('cp', ['-a', join(folder, 'data'), dataDir])
  return { dataDir, demo: JSON.parse(readFileSync(done, 'utf8')) }
}

/** Whether the folder was not there. The other worker may ask at the same moment. */
function claim(folder: string): boolean {
  return mkdirSync(folder, { recursive: true, mode: 0o711 }) !== undefined
}

async function makeDemo(folder: string, done: string): Promise<void> {
  const gateway = new GatewayProcess({ DATA_DIR: join(folder, 'data') })
  const secrets = await demoSecrets(gateway)
  expect(await gateway.stop()).toMatchObject({ code: 0, err: '' })
  writeFileSync(`${done}.new`, JSON.stringify(secrets))
  renameSync(`${done}.new`, done)
}

async function demoSecrets(gateway: GatewayProcess): Promise<DemoSecrets> {
  // The last of what is printed.
  await gateway.waitForOutput(/\/plants\?limit=\d+'[^\n]*\n[^\n]*pat_\w+/)
  const find = (pattern: RegExp) => pattern.exec(gateway.out)?.[1] ?? ''
  return {
    productionKey: find(/Production key\s+(sk_live_\w+)/),
    sandboxKey: find(/Sandbox key\s+(sk_test_\w+)/),
    accessToken: find(/Access token\s+(pat_\w+)/),
    clients: {
      ashdown: find(/Eleanor Ashdown\s+(user_\w+)/),
      valcroze: find(/Béatrice Valcroze\s+(user_\w+)/),
      testwell: find(/Robin Testwell\s+(user_\w+)/),
    },
  }
}
