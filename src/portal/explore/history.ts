import { isObject, parseJson } from '../../values/json.ts'

/** A query that was run, with its variables as JSON. */
export interface Ran {
  readonly name: string
  readonly query: string
  readonly variables: string
}

const KEY = 'orangery:history'
const MAX_KEPT = 20
const MAX_CHARACTERS = 8_000

/** The queries that were run in this browser, newest first. */
export function readHistory(storage: Storage): readonly Ran[] {
  const stored = parseJson(storage.getItem(KEY) ?? '')
  return Array.isArray(stored) ? stored.filter(isRan) : []
}

/** Keeps a query as the newest one. A query that is run again stands once. Long ones are not kept. */
export function remember(storage: Storage, { query, operationName, variables }: GraphiQLRequest) {
  const text =
    isObject(variables) && hasMembers(variables) ? JSON.stringify(variables, null, 2) : ''
  if (query.length + text.length > MAX_CHARACTERS) return
  const name = operationName ?? query.trim().slice(0, 40)
  const isOther = (ran: Ran) => ran.query !== query || ran.variables !== text
  const others = readHistory(storage).filter(isOther)
  const kept = [{ name, query, variables: text }, ...others].slice(0, MAX_KEPT)
  storage.setItem(KEY, JSON.stringify(kept))
}

const hasMembers = (value: object) => Object.keys(value).length > 0

function isRan(value: unknown): value is Ran {
  if (!isObject(value)) return false
  return [value.name, value.query, value.variables].every((each) => typeof each === 'string')
}
