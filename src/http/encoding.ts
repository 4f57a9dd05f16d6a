import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Request } from 'express'

/** The forms in which a body is sent (`Content-Encoding`). */
export type Encoding = 'gzip' | 'br' | 'identity'

export interface Encoded {
  readonly bytes: Buffer<ArrayBuffer>
  readonly encoding: Encoding
}

const MIN_BYTES = 1_024
// Up to this size, compression takes less time than the transfer of the bytes to another thread and back.
const MAX_SYNC_BYTES = 128 * 1_024
const inThread = { gzip: promisify(gzip), br: promisify(brotliCompress) }

// A body repeats the names of its members, so the lowest level already compresses it to a tenth.
const GZIP = { level: 1 }
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** The encoding that the client prefers, of those it accepts. Without `Accept-Encoding` it is `identity`. */
export function chooseEncoding(request: Request): Encoding {
  if (request.headers['accept-encoding'] === undefined) return 'identity'
  const [first] = [request.acceptsEncodings('gzip', 'br', 'identity')].flat()
  return first === 'gzip' || first === 'br' ? first : 'identity'
}

/** The bytes in this encoding. A body of less than 1 KB stays as it is. */
export async function encode(bytes: Buffer<ArrayBuffer>, encoding: Encoding): Promise<Encoded> {
  if (encoding === 'identity' || bytes.length < MIN_BYTES) return { bytes, encoding: 'identity' }
  if (bytes.length > MAX_SYNC_BYTES) {
    const compressed = encoding === 'gzip' ? inThread.gzip(bytes, GZIP) : inThread.br(bytes, BROTLI)
    return { bytes: await compressed, encoding }
  }
  const compressed = encoding === 'gzip' ? gzipSync(bytes, GZIP) : brotliCompressSync(bytes, BROTLI)
  return { bytes: compressed, encoding }
}
