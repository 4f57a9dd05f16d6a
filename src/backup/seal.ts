import { createHash } from 'node:crypto'
import { GatewayError } from '../errors.ts'
import { DIGEST_BYTES, damaged, FIRST_LINE } from './format.ts'

/** Adds the first line before the bytes, and the SHA-256 of both after them. */
export async function* seal(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256').update(FIRST_LINE)
  yield FIRST_LINE
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
  yield hash.digest()
}

/**
 * The bytes between the first line and the SHA-256. Throws `invalid_parameter` at the start if the file is not a
 * backup, and at the end if the SHA-256 is wrong. Calls `onWhole` at the end if the SHA-256 is right.
 */
export async function* unseal(
  source: AsyncIterable<Buffer>,
  onWhole: () => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)
  let isStarted = false
  for await (const chunk of source) {
    held = Buffer.concat([held, chunk])
    if (!isStarted) {
      if (held.length < FIRST_LINE.length) continue
      requireFirstLine(held)
      hash.update(FIRST_LINE)
      held = held.subarray(FIRST_LINE.length)
      isStarted = true
    }
    if (held.length <= DIGEST_BYTES) continue
    const bytes = held.subarray(0, -DIGEST_BYTES)
    hash.update(bytes)
    yield bytes
    held = held.subarray(-DIGEST_BYTES)
  }
  if (!isStarted) requireFirstLine(held)
  if (!hash.digest().equals(held)) throw damaged()
  onWhole()
}

function requireFirstLine(bytes: Buffer): void {
  if (bytes.subarray(0, FIRST_LINE.length).equals(FIRST_LINE)) return
  const isNewer = /^orangery backup \d+\n/.test(bytes.toString('latin1', 0, 30))
  const problem = isNewer ? 'from a release with another format' : 'not a backup of orangery'
  throw new GatewayError('invalid_parameter', `The file is ${problem}.`)
}
