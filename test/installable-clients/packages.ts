import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { inject } from 'vitest'
import type { Sample } from '../guide/samples.ts'

const run = promisify(execFile)
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

export const NPM_FILE = 'orangery-client.tgz'
export const WHEEL_FILE = `orangery_client-${version}-py3-none-any.whl`

/** A program and the arguments before those of a call, with the environment that it needs. */
export interface Installed {
  readonly command: readonly [program: string, ...arguments: string[]]
  readonly env: Readonly<Record<string, string>>
}

/** A new folder of this run. */
export const newFolder = () => mkdtempSync(join(inject('folder'), 'package-'))
// A registry would be asked in vain: nothing listens there.
const NOWHERE = 'http://127.0.0.1:9'

/** Installs the package for npm into an empty folder, from an address or a file, without a registry. */
export async function installNpm(source: string): Promise<string> {
  const folder = newFolder()
  writeFileSync(join(folder, 'package.json'), '{"name":"partner","private":true,"type":"module"}')
  await run('npm', npmArguments(source, folder), quiet(folder))
  return folder
}

function npmArguments(source: string, folder: string): string[] {
  const options = ['--registry', NOWHERE, '--cache', join(folder, '.cache'), '--no-audit']
  return ['install', source, ...options, '--no-fund', '--fetch-retries', '0']
}

const quiet = (cwd: string) => ({ cwd, timeout: 120_000 })

/**
 * Installs the wheel from an address or a file: with pip into an environment of its own, or, on a machine without pip,
 * by unpacking it.
 */
export async function installWheel(source: string, file: string): Promise<Installed> {
  const folder = newFolder()
  const python = join(folder, 'bin', 'python3')
  const made = run('python3', ['-m', 'venv', folder], quiet(folder))
  const hasPip = await made.then(Boolean, () => false)
  if (!hasPip) return unpackWheel(folder, file)
  const options = ['--no-index', '--disable-pip-version-check', '--no-cache-dir', '--quiet']
  await run(python, ['-m', 'pip', 'install', ...options, source], quiet(folder))
  return { command: [python], env: {} }
}

/** Unpacks the wheel, for a program that is told the folder. */
export function unpackWheel(folder: string, file: string): Installed {
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(file)))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  return { command: ['python3'], env: { PYTHONPATH: folder } }
}

const built = (name: string) => resolve('dist', 'clients', name)

/** The programs of the two packages, which keep mirrors as the samples of the guide do. */
export const PACKAGES: readonly Sample[] = [
  packageFor('Python', () => ['python3', wheelProgram(), 'sync']),
  packageFor('TypeScript', () => [process.execPath, npmProgram(), 'sync']),
]

function packageFor(language: string, command: Sample['command']): Sample {
  return { name: `the package for ${language}`, missing: () => undefined, command }
}

let wheel: string | undefined

function wheelProgram(): string {
  if (wheel) return wheel
  const folder = newFolder()
  unpackWheel(folder, built(WHEEL_FILE))
  wheel = join(folder, 'orangery-client.py')
  writeFileSync(wheel, 'from orangery_client.__main__ import main\nmain()\n')
  return wheel
}

let npm: string | undefined

/** The program of the package for npm, installed from what was built. */
export function npmProgram(): string {
  if (npm) return npm
  const folder = newFolder()
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  execFileSync('npm', npmArguments(built(NPM_FILE), folder), { ...quiet(folder), stdio: 'pipe' })
  npm = join(folder, 'node_modules', 'orangery-client', 'dist', 'cli', 'main.js')
  return npm
}
