import type { Failure } from './failure.ts'

/** What a command has to say: members for a program, lines for a person. */
export interface CommandResult {
  readonly members: object
  readonly lines: readonly string[]
  /** Why the command failed although it has something to say. */
  readonly failure?: Failure
}

/** The members as one JSON object in the interface's own names: snake_case, instants as text. */
export function toJson(members: object): string {
  return JSON.stringify(toWire(members))
}

function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [snakeCase(name), toWire(member)]),
  )
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** A text on one line that cannot steer the terminal, whatever it quotes. */
export function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .join(' ')
    .replace(/[\p{C}\u2028\u2029]/gu, '\ufffd')
}
