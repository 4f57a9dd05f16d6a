import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { codeOf, invalidParameter } from '../errors.ts'
import { damaged, type Frame, type Header, parseHeader, readFrames, unseal } from './format.ts'

export interface OpenBackup {
  readonly header: Header
  readonly frames: AsyncGenerator<Frame, undefined>
  /** Throws `invalid_parameter` unless the file was read to its end and its SHA-256 is right. */
  readonly requireWhole: () => void
}

/** Throws `invalid_parameter` if the file is not a backup, is damaged, or is incomplete. */
export async function verifyBackup(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined)
  if (!stats?.isFile()) throw invalidParameter(`${file} is not a readable file.`)
  const source = createReadStream(file)
  for await (const _ of unseal(source, () => {}));
}

/** Reads a backup file, which may have been changed since it was verified. */
export async function readBackup<Result>(
  file: string,
  use: (backup: OpenBackup) => Promise<Result>,
): Promise<Result> {
  let isWhole = false
  const unsealed = (source: AsyncIterable<Buffer>) =>
    unseal(source, () => {
      isWhole = true
    })
  const requireWhole = () => {
    if (!isWhole) throw damaged()
  }
  const read = async (bytes: AsyncIterable<Buffer>) => {
    const frames = readFrames(bytes)
    const first = await frames.next()
    if (first.done) throw damaged()
    return use({ header: parseHeader(first.value), frames, requireWhole })
  }
  return pipeline(createReadStream(file), unsealed, createGunzip(), read).catch((error) => {
    throw codeOf(error).startsWith('Z_') ? damaged(error) : error
  })
}
