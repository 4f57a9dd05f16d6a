import * as fs from 'node:fs'

const MAX_BYTES = 10 * 1024 * 1024
const TAIL_BYTES = 4096

/** A log that a child process writes to. */
interface Log {
  descriptor: number
  /** Closes the descriptor of this process. The child keeps its own. */
  close: () => void
  /** The end of the text that was written since the log was opened. */
  tail: () => string
}

/** Opens a log for appending. Truncates it first if it is larger than 10 MB. */
export function openLog(file: string): Log {
  const descriptor = fs.openSync(file, 'a', 0o600)
  if (fs.fstatSync(descriptor).size > MAX_BYTES) fs.ftruncateSync(descriptor)
  const start = fs.fstatSync(descriptor).size
  return {
    descriptor,
    close: () => fs.closeSync(descriptor),
    tail: () => fs.readFileSync(file).subarray(start).subarray(-TAIL_BYTES).toString().trim(),
  }
}
