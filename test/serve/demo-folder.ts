import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { copyOf } from '../database/data-folder.ts'
import { serverPid } from '../database/server-pid.ts'
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
  const secrets = join(inject('folder'), 'demo', 'secrets.json')
  const dataDir = await copyOf('demo', (original) => makeDemo(original, secrets))
  return { dataDir, demo: JSON.parse(readFileSync(secrets, 'utf8')) }
}

async function makeDemo(dataDir: string, secrets: string): Promise<void> {
  const gateway = new GatewayProcess({ DATA_DIR: dataDir })
  writeFileSync(secrets, JSON.stringify(await demoSecrets(gateway)))
  expect(await gateway.stop()).toMatchObject({ code: 0, err: '' })
  expect(serverPid(dataDir)).toBeUndefined()
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
