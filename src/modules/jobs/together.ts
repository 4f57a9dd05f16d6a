import DataLoader from 'dataloader'
import { isLockHeld } from '../../database/change.ts'
import { isDatabaseRefusing } from '../../errors.ts'

interface Work<Item, Result> {
  /** Does the work of several items. Its results are in the order of the items. */
  readonly all: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Does it for one item, after it has failed for all. Default: `all`. */
  readonly alone?: (items: readonly [Item]) => Promise<readonly Result[]>
}

/**
 * Returns a function that does the work of an item. Items that come in one turn of the event loop, or while others are
 * done, share a call: the more there is to do, the less an item costs. An item that fails does not fail the others.
 */
export function together<Item, Result>(work: Work<Item, Result>): (item: Item) => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()
  const loader = new DataLoader<Item, Result>(
    (items) => {
      const done = doAll(work, items)
      running = done.catch(() => {})
      return done
    },
    { cache: false, batchScheduleFn: (begin) => void running.then(() => setImmediate(begin)) },
  )
  return (item) => loader.load(item)
}

async function doAll<Item, Result>(
  { all, alone = all }: Work<Item, Result>,
  items: readonly Item[],
): Promise<readonly (Result | Error)[]> {
  try {
    return await all(items)
  } catch (error) {
    if (isDatabaseRefusing(error) || isLockHeld(error)) throw error
    const results: (Result | Error)[] = []
    for (const item of items)
      results.push(...(await alone([item]).catch((thrown: Error) => [thrown])))
    return results
  }
}
