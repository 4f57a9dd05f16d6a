import DataLoader from 'dataloader'
import { groupBy } from '../values/group-by.ts'
import type { PacedLists } from './paced-lists.ts'

type Read<Found> = (ids: readonly string[]) => Promise<Found>

/**
 * The data loaders of the objects of one page. A field below a list costs one statement for the whole page. The result
 * of a mutation has separate loaders, so it never shows data that was read before the mutation.
 */
export class PageLoaders {
  readonly #loaders = new Map<string, DataLoader<string, unknown>>()
  readonly #pacedLists: PacedLists
  readonly #options: DataLoader.Options<string, unknown>

  constructor(pacedLists: PacedLists) {
    this.#pacedLists = pacedLists
    this.#options = pacedLists.isOn
      ? { batchScheduleFn: (callback) => pacedLists.whenAllGiven(callback) }
      : {}
  }

  /**
   * The value that `read` finds for the id; undefined if it finds none. The ids that are loaded
   * together are read together. `name` identifies the read and all its arguments.
   */
  load<Value>(
    name: string,
    id: string,
    read: Read<ReadonlyMap<string, Value>>,
  ): Promise<Value | undefined> {
    let loader = this.#loaders.get(name)
    if (!loader) {
      loader = new DataLoader<string, unknown>(async (ids) => {
        const found = await read(ids)
        return ids.map((each) => found.get(each))
      }, this.#options)
      this.#loaders.set(name, loader)
    }
    // Each name belongs to one read, so every value of its loader has the type of that read.
    const loaded = loader.load(id) as Promise<Value | undefined>
    return this.#pacedLists.isOn ? this.#afterPause(loaded) : loaded
  }

  /** The rows that `read` finds for the id, in the order of `read`. `idOf` names the id of a row. */
  async loadRows<Row>(
    name: string,
    id: string,
    read: Read<readonly Row[]>,
    idOf: (row: Row) => string,
  ): Promise<readonly Row[]> {
    const rows = await this.load(name, id, async (ids) =>
      groupBy(await read(ids), idOf, (row) => row),
    )
    return rows ?? []
  }

  // The values of all ids arrive at the same time, so each waits for its pause.
  async #afterPause<Value>(loaded: Promise<Value>): Promise<Value> {
    const value = await loaded
    await this.#pacedLists.pauseForEntry()
    return value
  }
}
