import { randomBytes } from 'node:crypto'
import { lstatSync, rmSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { type GatewayError, invalidParameter } from '../errors.ts'

/**
 * Creates a file that only its owner can read. It gets its name when it is complete and on the disk. Throws
 * `invalid_parameter` if the file exists, which is never replaced, or cannot be created.
 */
export async function createPrivateFile<Result>(
  file: string,
  write: (stream: Writable) => Promise<Result>,
): Promise<Result> {
  if (exists(file)) throw existing(file)
  const draft = `${file}.new-${randomBytes(3).toString('hex')}`
  const handle = await fs.open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const message = `${file} cannot be created (${error.code}).`
    throw invalidParameter(message, { cause: error })
  })
  const remove = () => rmSync(draft, { force: true })
  // The handler of an interrupt exits the process, and then `finally` does not run.
  process.once('exit', remove)
  try {
    const result = await write(handle.createWriteStream({ flush: true }))
    await publish(draft, file)
    return result
  } finally {
    await handle.close().catch(() => {})
    remove()
    process.off('exit', remove)
  }
}

// Creating a link fails if the name is taken. A rename would replace the existing file.
async function publish(draft: string, file: string): Promise<void> {
  await fs.link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' || exists(file)) throw existing(file)
    // Some file systems have no links.
    await fs.rename(draft, file)
  })
  const folder = await fs.open(dirname(file))
  await folder.sync().finally(() => folder.close())
}

// A symbolic link to a missing file also counts: its name is taken.
function exists(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    // A folder in the path is a file. Creating the file then fails with that error.
    return false
  }
}

function existing(file: string): GatewayError {
  return invalidParameter(`${file} exists already, and is never replaced.`)
}
