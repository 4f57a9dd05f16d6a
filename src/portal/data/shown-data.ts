import { shownText } from '../../values/shown-line.ts'

/** The data of a response with each text as it is shown. */
export function shownData<Data>(data: Data): Data
export function shownData(data: unknown): unknown {
  if (typeof data === 'string') return shownText(data)
  if (Array.isArray(data)) return data.map(shownData)
  if (typeof data !== 'object' || data === null) return data
  const members = Object.entries(data)
  return Object.fromEntries(members.map(([name, value]) => [name, shownData(value)]))
}
