import type { z } from 'zod'

/** A line that cannot be imported: where it is wrong and what is accepted there. Never quotes the line. */
export interface BadLine {
  line: number
  /** The path of the member, such as `heirs[1].name`; empty where the whole line is wrong. */
  member: string
  reason: string
}

/** The most bad lines that a report lists. */
export const MAX_LISTED = 1_000
const MAX_NAME_LENGTH = 64

/** The bad lines of a file: the first of them by line number, and how many there are. */
export class BadLines {
  count = 0
  listed: BadLine[] = []

  /** Adds the next line; lines come in the order of the file. */
  add(line: BadLine): void {
    this.count += 1
    if (this.listed.length < MAX_LISTED) this.listed.push(line)
  }

  /** Adds lines found in another pass over the file: the first of `count`. */
  merge(lines: readonly BadLine[], count: number): void {
    this.count += count
    this.listed = [...this.listed, ...lines]
      .sort((one, other) => one.line - other.line)
      .slice(0, MAX_LISTED)
  }
}

/** Where an issue is: an unknown member is at its own path, not at that of its object. */
export function pathOf(issue: z.core.$ZodIssue): PropertyKey[] {
  return issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
}

/** The report of an issue in the value that a line contains. */
export function explain(line: number, value: unknown, issue: z.core.$ZodIssue): BadLine {
  const path = pathOf(issue)
  const missing = valueAt(value, path) === undefined ? 'missing; ' : ''
  return { line, member: writePath(path), reason: `${missing}expected ${issue.message}` }
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Reflect.get(value, step)
  }
  return value
}

function writePath(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${printable(String(step))}`))
    .join('')
    .replace(/^\./, '')
}

// A name comes from the file: it is shortened, and control characters cannot reach a terminal.
function printable(name: string): string {
  const short = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name
  return short.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} …]/gu, '\ufffd')
}
