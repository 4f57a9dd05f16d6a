import * as fs from 'node:fs'

const maxBytes = 10 * 1024 * 1024
const tailBytes = 4096

/** A log that a child process writes to. */
export interface Log {
  descriptor: number
  /** Gives up our own hold on the file; the child keeps its own. */
  close: () => void
  /** The last lines since the log was opened. */
  tail: () => string
}

/** Opens a log for appending, emptied first where it has outgrown 10 MB. */
export function openLog(file: string): Log {
  const descriptor = fs.openSync(file, 'a', 0o600)
  if (fs.fstatSync(descriptor).size > maxBytes) fs.ftruncateSync(descriptor)
  const start = fs.fstatSync(descriptor).size
  return {
    descriptor,
    close: () => fs.closeSync(descriptor),
    tail: () => fs.readFileSync(file).subarray(start).subarray(-tailBytes).toString().trim(),
  }
}
