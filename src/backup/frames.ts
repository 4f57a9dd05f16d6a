import { damaged, type Frame, type FrameType, MAX_FRAME } from './format.ts'

const PREFIX_BYTES = 5

/** The bytes of one frame. Throws a `RangeError` for contents longer than `MAX_FRAME`. */
export function frame(type: FrameType, contents: Buffer): Buffer {
  if (contents.length > MAX_FRAME) throw new RangeError(`a frame of ${contents.length} bytes`)
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.write(type, 'latin1')
  prefix.writeUInt32BE(contents.length, 1)
  return Buffer.concat([prefix, contents])
}

export function jsonFrame(type: FrameType, value: object): Buffer {
  return frame(type, Buffer.from(JSON.stringify(value)))
}

/** Divides the bytes of rows into as many frames as they need. */
export function* rowFrames(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += MAX_FRAME)
    yield frame('R', bytes.subarray(start, start + MAX_FRAME))
}

/** Reads frames. Holds at most one frame in memory. */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame, undefined> {
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (let end = endOfFrame(held); end <= held.length; end = endOfFrame(held)) {
      yield { type: held.toString('latin1', 0, 1), contents: held.subarray(PREFIX_BYTES, end) }
      held = held.subarray(end)
    }
  }
  if (held.length > 0) throw damaged()
}

function endOfFrame(held: Buffer): number {
  if (held.length < PREFIX_BYTES) return Number.POSITIVE_INFINITY
  const length = held.readUInt32BE(1)
  if (length > MAX_FRAME) throw damaged()
  return PREFIX_BYTES + length
}
