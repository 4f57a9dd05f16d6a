import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Printed } from './compare.ts'
import type { Finding } from './kit.ts'

/** How the mirror program is started. */
export interface Program {
  readonly command: string
  readonly url: string
  readonly key: string
  /** The folder in which it keeps its mirror between two runs. */
  readonly state: string
  readonly timeoutSeconds: number
}

/** A run of the mirror program. */
export interface Run {
  readonly kill: () => void
  /** The assets that it printed, and the problems of the run. */
  readonly ended: Promise<{ readonly printed: readonly Printed[]; readonly findings: Finding[] }>
}

const LONGEST_ERROR = 300

/** Starts the program in a shell, in a group of its own, so that it ends with all that it has started. */
export function startProgram({ command, url, key, state, timeoutSeconds }: Program): Run {
  const own = { ORANGERY_URL: url, ORANGERY_KEY: key, ORANGERY_STATE: state }
  // The program asks the kit on this machine, and no proxy.
  const env = { ...process.env, ...own, NO_PROXY: '*', no_proxy: '*' }
  const child = spawn(command, {
    shell: true,
    detached: true,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let ending: 'killed' | 'late' | undefined
  const end = (why: 'killed' | 'late') => {
    ending ??= why
    if (child.pid !== undefined) killGroup(child.pid)
  }
  const timer = setTimeout(end, 1000 * timeoutSeconds, 'late')
  const ended = async () => {
    const closed = once(child, 'close')
    const [lines, errors] = await Promise.all([readLines(child.stdout), readEnd(child.stderr)])
    const [code] = await closed
    clearTimeout(timer)
    if (ending === 'killed') return { printed: [], findings: [] }
    const findings = ending
      ? [`takes more than ${timeoutSeconds} seconds`]
      : sayEnd(code, errors, key)
    return { printed: lines.assets, findings: [...findings, ...lines.findings] }
  }
  return { kill: () => end('killed'), ended: ended() }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

function sayEnd(code: unknown, errors: string, key: string): Finding[] {
  if (code === 0) return []
  const said = errors.replaceAll(key, '…').trim()
  return [`ends with code ${String(code)}${said === '' ? '' : `: ${said}`}`]
}

async function readLines(out: Readable) {
  const assets: Printed[] = []
  const findings: Finding[] = []
  for await (const line of createInterface({ input: out })) {
    if (line.trim() === '') continue
    const asset = parse(line)
    if (isPrinted(asset)) assets.push(asset)
    else if (findings.length === 0)
      findings.push('prints a line that is no JSON object with registry_id and updated_at')
  }
  return { assets, findings }
}

async function readEnd(errors: Readable): Promise<string> {
  let text = ''
  for await (const chunk of errors) {
    text += String(chunk)
    // Whole lines: half of a key would not be recognized.
    if (text.length > LONGEST_ERROR) text = text.slice(-LONGEST_ERROR).replace(/^[^\n]*\n?/, '')
  }
  return text
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isPrinted(value: unknown): value is Printed {
  if (typeof value !== 'object' || value === null) return false
  return ['registry_id', 'updated_at'].every((name) => typeof Reflect.get(value, name) === 'string')
}
