import { HEAVY_LENGTH } from '../../access/heavy-work.ts'
import type { Context } from '../../schema/context.ts'
import { parseInSlices } from '../../values/slices.ts'

/** Reads a page of JSON texts and parses them. */
export type ReadRows = (read: () => Promise<readonly string[]>) => Promise<unknown[]>

/**
 * How the rows of a client's page are read. A heavy page waits for its turn: before it is read, where it
 * is likely to be large by the latest page of this client, and else before it is parsed.
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
  return JSON.parse(`[${texts.join(',')}]`)
}
