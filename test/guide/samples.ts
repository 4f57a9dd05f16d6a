import {
  type ChildProcess,
  execFileSync,
  type StdioOptions,
  spawn,
  spawnSync,
} from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { beforeEach, describe, inject } from 'vitest'
import type { Ended } from '../serve/process.ts'

const samples = join(import.meta.dirname, '../../docs/guide/samples')
const compiler = join(import.meta.dirname, '../../node_modules/.bin/tsc')

/** A program that keeps mirrors, as a partner runs it: a sample of the guide, or that of a package. */
export interface Sample {
  readonly name: string
  /** Why it cannot run on this machine; undefined where it can. */
  readonly missing: () => string | undefined
  readonly command: () => readonly [program: string, file: string, ...arguments: string[]]
}

/** A new folder of this run, removed after it. */
export function newMirrorFolder(): string {
  return mkdtempSync(join(inject('folder'), 'mirror-'))
}

let compiled: string | undefined

// The types are checked by `npm run types`. Node 20 runs JavaScript only.
function compile(): string {
  const folder = newMirrorFolder()
  const options = '--ignoreConfig --noCheck --target es2022 --module nodenext --outDir'.split(' ')
  const sources = ['sync.ts', 'receive.ts', 'onboard.ts'].map((name) => join(samples, name))
  execFileSync(compiler, [...sources, ...options, folder], { cwd: samples })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  return join(folder, 'sync.js')
}

export const SAMPLES: readonly Sample[] = [
  {
    name: 'sync.py',
    missing: () => (spawnSync('python3', ['-V']).status === 0 ? undefined : 'python3 is missing'),
    command: () => ['python3', join(samples, 'sync.py')],
  },
  {
    name: 'sync.ts',
    missing: () => undefined,
    command: () => {
      compiled ??= compile()
      return [process.execPath, compiled]
    },
  },
]

const OUTPUT: StdioOptions = ['ignore', 'pipe', 'pipe']

/** Where a sample reads, with which key, and where it keeps its mirrors. */
export interface Mirrored {
  readonly url: string
  readonly key: string
  readonly folder: string
}

/** Runs a sample for one pass over all clients, or until it has done what another option says. */
export async function syncOnce(sample: Sample, mirrored: Mirrored, option = '--once') {
  return endOf(startSample(sample, mirrored, '86400', option))
}

/** The output of a program and its exit code, when it has ended. */
export async function endOf(child: ChildProcess): Promise<Ended> {
  const ended = { code: null, out: '', err: '' }
  child.stdout?.on('data', (text) => {
    ended.out += text
  })
  child.stderr?.on('data', (text) => {
    ended.err += text
  })
  const [code] = await once(child, 'close')
  return { ...ended, code }
}

/** Starts the program beside a sample that receives webhooks. */
export function startReceiver(
  sample: Sample,
  mirrored: Mirrored,
  secret: string,
  port: number,
): ChildProcess {
  const env = { ...environmentOf(mirrored), WEBHOOK_SECRET: secret }
  const command = beside(sample, 'receive', [mirrored.folder, String(port)])
  return spawn(...command, { env, stdio: 'ignore' })
}

/** Starts the program beside a sample that makes connection links. */
export function startOnboarding(
  sample: Sample,
  mirrored: Mirrored,
  args: readonly string[],
): ChildProcess {
  return spawn(...beside(sample, 'onboard', args), { env: environmentOf(mirrored) })
}

function beside(sample: Sample, name: string, args: readonly string[]): [string, string[]] {
  const [program, file] = sample.command()
  return [program, [join(dirname(file), `${name}${extname(file)}`), ...args]]
}

function environmentOf({ url, key }: Mirrored) {
  const { PATH, HOME } = process.env
  return { PATH, HOME, ORANGERY_URL: url, ORANGERY_KEY: key }
}

/** Starts a sample. Without options it syncs again and again, with `pause` seconds between two passes. */
export function startSample(
  sample: Sample,
  mirrored: Mirrored,
  pause = '0.05',
  ...options: string[]
): ChildProcess {
  const [program, ...args] = sample.command()
  const env = { ...environmentOf(mirrored), PAUSE_SECONDS: pause }
  return spawn(program, [...args, mirrored.folder, ...options], { env, stdio: OUTPUT })
}

/** The tests of each program, which are skipped where it cannot run. */
export function describeEach(
  programs: readonly Sample[],
  title: `${string}$name`,
  define: (sample: Sample) => void,
): void {
  describe.each(programs)(title, (sample) => {
    beforeEach((context) => {
      const reason = sample.missing()
      context.skip(reason !== undefined, reason)
    })
    define(sample)
  })
}
