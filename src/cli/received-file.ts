import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Stores a stream in a file that only this account can read, for work that reads it more than once. Removes it afterwards. */
export async function withReceivedFile<Result>(
  source: Readable,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // A command that is interrupted exits from elsewhere.
  process.once('exit', remove)
  try {
    const file = join(folder, 'received')
    await pipeline(source, createWriteStream(file, { mode: 0o600 }))
    return await work(file)
  } finally {
    remove()
    process.off('exit', remove)
  }
}
