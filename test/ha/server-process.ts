import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { account } from '../serve/own-server.ts'

/** Starts a program as the account of the servers; its output goes to a file. */
export function startServer(program: string, args: readonly string[], log: string): ChildProcess {
  const output = openSync(log, 'a')
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8' }
  return spawn(program, args, { ...account(), env, cwd: '/', stdio: ['ignore', output, output] })
}

/** Ends a program; gives it five seconds before it is killed. */
export async function endServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(timer)
}

/** Waits until a check gives true. Throws after two minutes, with what it waited for. */
export async function waitUntil(what: string, check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 120_000
  while (!(await check().catch(() => false))) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`)
    await pause(200)
  }
}
