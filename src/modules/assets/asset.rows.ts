import { HEAVY_LENGTH } from '../../load/heavy-work.ts'
import { parseInSlices } from '../../load/slices.ts'
import type { Context } from '../../schema/context.ts'

/** Reads a page of JSON texts and parses them. */
export type ReadRows = (read: () => Promise<readonly string[]>) => Promise<unknown[]>

/**
 * Returns the function that reads the rows of a client's page. A heavy page waits for a turn of heavy work. If the
 * latest page of this client makes a large page likely, it waits before the read. Otherwise it waits before the rows
 * are parsed.
 */
export function rowsOfPage(
  { heavyWork, request }: Context,
  clientId: string,
  limit: number,
): ReadRows {
  return async (read) => {
    if (heavyWork.isLikelyLarge(clientId, limit)) await heavyWork.enter(request)
    const texts = await read()
    const length = texts.reduce((sum, text) => sum + text.length, 0)
    heavyWork.learn(clientId, length, texts.length)
    if (length < HEAVY_LENGTH) return parseAtOnce(texts)
    const { pause } = await heavyWork.enter(request)
    return parseInSlices(texts, pause)
  }
}

function parseAtOnce(texts: readonly string[]): unknown[] {
  return texts.map((text) => JSON.parse(text))
}
