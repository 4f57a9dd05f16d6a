import { useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { memberOf } from '../../../values/json.ts'
import { withParam } from './use-list-search.ts'

/** The page of a list that is shown, and the ways to others. */
export interface ListPages {
  /** From 1. */
  readonly number: number
  readonly after: string | null
  /** To the page that begins after this cursor. */
  readonly next: (cursor: string) => void
  /** Null on the first page, and where a link led here: a list is read forward. */
  readonly previous: (() => void) | null
  readonly first: () => void
  /** The first page in place of this one, whose cursor leads nowhere: Back must not return to it. */
  readonly startOver: () => void
}

/**
 * The page of a list, by the name of the list. Its number and its cursor are in the address, and the cursors of the
 * pages before it in the state of the history. Each page is an entry of the history.
 */
export function useListPages(list: string): ListPages {
  const [params, setParams] = useSearchParams()
  const trail = memberOf(useHistoryState<unknown>(), 'trail')
  const before = Array.isArray(trail) ? trail.filter((each) => typeof each === 'string') : []
  const after = params.get(`${list}-after`)
  const number =
    after === null ? 1 : Math.max(2, Math.trunc(Number(params.get(`${list}-page`))) || 2)
  const go = (page: number, cursor: string | null, visited: readonly string[], replace = false) => {
    const placed = withParam(params, `${list}-page`, cursor === null ? '' : String(page))
    setParams(withParam(placed, `${list}-after`, cursor ?? ''), {
      state: { trail: visited },
      replace,
    })
  }
  const known = number === 2 || before.length > 0
  return {
    number,
    after,
    // Until the rows of this page have come, those of the page before it are shown, with the cursor that led here.
    next: (cursor) =>
      cursor !== after && go(number + 1, cursor, after === null ? [] : [...before, after]),
    previous:
      number > 1 && known ? () => go(number - 1, before.at(-1) ?? null, before.slice(0, -1)) : null,
    first: () => go(1, null, []),
    startOver: () => go(1, null, [], true),
  }
}
