import { shownText } from '../../values/shown-line.ts'

/** The data of a response with each text as it is shown. Data that needs no change is the same object. */
export function shownData<Data>(data: Data): Data
export function shownData(data: unknown): unknown {
  if (typeof data === 'string') return shownText(data)
  if (Array.isArray(data)) return keptOr(data, data.map(shownData))
  if (typeof data !== 'object' || data === null) return data
  const entries = Object.entries(data)
  const shown = entries.map(([name, value]) => [name, shownData(value)] as const)
  const isSame = shown.every(([, value], place) => value === entries[place]?.[1])
  return isSame ? data : Object.fromEntries(shown)
}

function keptOr(list: readonly unknown[], shown: readonly unknown[]): readonly unknown[] {
  return shown.every((value, place) => value === list[place]) ? list : shown
}
