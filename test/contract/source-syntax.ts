import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** The files of the source, apart from generated ones. */
export const SOURCES = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(tsx?|js)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => !file.includes('/generated/'))

function* nodesOf(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item)
  else if (isNode(value)) {
    yield value
    for (const member of Object.values(value)) yield* nodesOf(member)
  }
}

/** Whether a value of the syntax has members. */
export function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof RegExp)
}

/** Every node of a file's syntax. */
export function syntaxOf(file: string): Record<string, unknown>[] {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
  if (errors.length > 0) throw new Error(`${file} cannot be read`)
  return [...nodesOf(program)]
}
