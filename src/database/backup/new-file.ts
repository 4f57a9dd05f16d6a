import { randomBytes } from 'node:crypto'
import { lstatSync, rmSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { GatewayError } from '../../errors.ts'

/**
 * Creates a file that only its owner can read. It gets its name once it is complete and on the disk;
 * an existing file is never replaced. Throws `invalid_parameter` if it cannot be created.
 */
export async function createPrivateFile<Result>(
  file: string,
  write: (stream: Writable) => Promise<Result>,
): Promise<Result> {
  if (exists(file)) throw existing(file)
  const draft = `${file}.new-${randomBytes(3).toString('hex')}`
  const handle = await fs.open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const message = `${file} cannot be created (${error.code}).`
    throw new GatewayError('invalid_parameter', message, { cause: error })
  })
  const remove = () => rmSync(draft, { force: true })
  // A command that is interrupted exits from elsewhere.
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

// A link fails where the name is taken; a rename would replace what has it.
async function publish(draft: string, file: string): Promise<void> {
  await fs.link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' || exists(file)) throw existing(file)
    // Some file systems have no links.
    await fs.rename(draft, file)
  })
  const folder = await fs.open(dirname(file))
  await folder.sync().finally(() => folder.close())
}

// A link that leads nowhere is a name that is taken, too.
function exists(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    // The name of a folder is that of a file: creating the file says so.
    return false
  }
}

function existing(file: string): GatewayError {
  return new GatewayError('invalid_parameter', `${file} exists already, and is never replaced.`)
}
