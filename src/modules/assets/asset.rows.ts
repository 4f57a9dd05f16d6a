import { HEAVY_LENGTH } from '../../load/heavy-work.ts'
import type { Context } from '../../schema/context.ts'

type Row = Readonly<Record<string, unknown>>

/** Reads the rows of a page. */
export type ReadRows = (read: () => Promise<readonly Row[]>) => Promise<readonly Row[]>

/**
 * Returns the function that reads the rows of a client's page. A heavy page waits for a turn of heavy work. If the
 * latest page of this client makes a large page likely, it waits before the read. Otherwise it waits before its blocks
 * are written.
 */
export function rowsOfPage(
  { heavyWork, request }: Context,
  clientId: string,
  limit: number,
): ReadRows {
  return async (read) => {
    if (heavyWork.isLikelyLarge(clientId, limit)) await heavyWork.enter(request)
    const rows = await read()
    const length = rows.reduce((sum, row) => sum + lengthOf(row), 0)
    heavyWork.learn(clientId, length, rows.length)
    if (length >= HEAVY_LENGTH) await heavyWork.enter(request)
    return rows
  }
}

function lengthOf(row: Row): number {
  let length = 0
  for (const value of Object.values(row)) if (typeof value === 'string') length += value.length
  return length
}
