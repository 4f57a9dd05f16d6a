import type { z } from 'zod'
import { findRepeated, findValues } from './json-text.ts'

/** A problem of a line: its place, and what is accepted there. It quotes no value but the ref of an unknown record. */
export interface BadMember {
  line: number
  /** The position of the value, or of its object, in characters from 1. Null: the problem depends on other lines. */
  column: number | null
  /** The path of the member, such as `heirs[1].name`. Empty if the whole line is wrong. */
  member: string
  reason: string
}

/** The most bad members that a report lists. */
export const MAX_LISTED = 1_000
/** The most bad members of one line that a report lists. */
export const MAX_OF_LINE = 20

export class BadLines {
  count = 0
  listed: BadMember[] = []

  /** Adds the members of the next line; lines come in the order of the file. */
  add(members: readonly BadMember[]): void {
    this.count += 1
    this.listed.push(...members.slice(0, MAX_LISTED - this.listed.length))
  }

  /** Adds `count` bad lines that were found after all lines were read, with the first bad members of them. */
  merge(members: readonly BadMember[], count: number): void {
    this.count += count
    this.listed = [...this.listed, ...members]
      .sort((one, other) => one.line - other.line)
      .slice(0, MAX_LISTED)
  }
}

const MAX_NAME_LENGTH = 64

interface Problem {
  readonly path: PropertyKey[]
  readonly accepted: string
}

/** The paths of an issue. Each unknown member has its own path; zod gives only the path of the object. */
export function pathsOf(issue: z.core.$ZodIssue): PropertyKey[][] {
  if (issue.code !== 'unrecognized_keys') return [issue.path]
  return issue.keys.map((key) => [...issue.path, key])
}

/** The bad members of a line, from the issues in its value. Each member is named once. */
export function findBadMembers(
  line: number,
  text: string,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
): BadMember[] {
  const problems = issues.flatMap((issue) =>
    pathsOf(issue).map((path): Problem => ({ path, accepted: issue.message })),
  )
  const repeated = findRepeated(text)
  if (repeated) problems.push({ path: repeated, accepted: 'each member of an object once' })
  const distinct = [...new Map(problems.map((each) => [writePath(each.path), each])).values()]
  const listed = distinct.slice(0, MAX_OF_LINE)
  const columns = columnsOf(text, listed)
  const members = listed.map(({ path, accepted }, index): BadMember => {
    const missing = valueAt(value, path) === undefined ? 'missing; ' : ''
    const reason = `${missing}expected ${accepted}`
    return { line, column: columns[index] ?? null, member: writePath(path), reason }
  })
  const more = distinct.length - listed.length
  if (more > 0) members.push({ line, column: null, member: '', reason: `${more} more bad members` })
  return members
}

/** The column of an offset in a line, in characters from 1. */
export function columnOf(text: string, offset: number): number {
  return [...text.slice(0, offset)].length + 1
}

function columnsOf(text: string, problems: readonly Problem[]): (number | null)[] {
  const own = problems.map(({ path }) => path)
  const around = own.map((path) => path.slice(0, -1))
  const offsets = findValues(text, [...own, ...around])
  return own.map((_, index) => {
    const offset = offsets[index] ?? offsets[own.length + index]
    return offset === undefined ? null : columnOf(text, offset)
  })
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

/** A name from the file, shortened. Control characters are replaced, because they could control a terminal. */
export function printable(name: string): string {
  const short = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name
  return short.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} …]/gu, '\ufffd')
}
