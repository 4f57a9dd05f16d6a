import { useHistoryState } from 'wouter/use-browser-location'
import { isObject, memberOf } from '../../../values/json.ts'

/**
 * The texts that are searched for, by list. They are in the state of the browser's history, so that a
 * reload, Back and Forward keep them, and not in the address: they may name clients.
 */
export type SearchTexts = Readonly<Record<string, string>>

/** The texts of the page that is shown. Another page may have left something else there. */
export function useSearchTexts(): SearchTexts {
  const texts = memberOf(useHistoryState<unknown>(), 'search')
  return isObject(texts) ? Object.fromEntries(Object.entries(texts).filter(isText)) : {}
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string'
}

/** The state of the history that keeps these texts. */
export function keepTexts(texts: SearchTexts) {
  return { search: texts }
}
