import DataLoader from 'dataloader'
import { groupBy } from '../values/group-by.ts'
import type { Context } from './builder.ts'
import type { Parent } from './list.type.ts'

/** Resolves a count of an object, which is read with those of all objects of the page; 0 if `read` does not find it. */
export function loadCount(
  name: string,
  read: (context: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>,
) {
  return async ({ id, loaders }: Parent, _args: object, context: Context): Promise<number> =>
    (await loaders.load(name, id, (ids) => read(context, ids))) ?? 0
}

type Read<Found> = (ids: readonly string[]) => Promise<Found>

/**
 * The data loaders of the objects of one page. A field below a list costs one statement for the whole page. The result
 * of a mutation has separate loaders, so it never shows data that was read before the mutation.
 */
export class PageLoaders {
  readonly #loaders = new Map<string, DataLoader<string, unknown>>()

  /** The value that `read` finds for the id, together with others. `name` identifies the read and all its arguments. */
  load<Value>(
    name: string,
    id: string,
    read: Read<ReadonlyMap<string, Value>>,
  ): Promise<Value | undefined> {
    const readAll = async (ids: readonly string[]) => {
      const found = await read(ids)
      return ids.map((each) => found.get(each))
    }
    const loader = this.#loaders.get(name) ?? new DataLoader<string, unknown>(readAll)
    this.#loaders.set(name, loader)
    // Each name belongs to one read, so every value of its loader has the type of that read.
    return loader.load(id) as Promise<Value | undefined>
  }

  /** The rows that `read` finds for the id, in the order of `read`. `idOf` names the id of a row. */
  async loadRows<Row>(
    name: string,
    id: string,
    read: Read<readonly Row[]>,
    idOf: (row: Row) => string,
  ): Promise<readonly Row[]> {
    const rows = await this.load(name, id, async (ids) => groupBy(await read(ids), idOf))
    return rows ?? []
  }
}
