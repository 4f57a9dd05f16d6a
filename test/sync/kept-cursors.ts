import { type Draw, pick } from './draft.ts'
import type { Findings } from './findings.ts'
import type { Get } from './gateway.ts'
import type { Mirror } from './mirror.ts'

interface Sending {
  readonly giver: Mirror
  readonly taker: Mirror
  readonly kept: Draw
  /** How often the portfolio was put back. */
  readonly restores: number
}

/** Sends a cursor that one mirror has kept with the list of another one. Only its own list may take it, and none after a restore. */
export async function sendKeptCursor(
  get: Get,
  { giver, taker, kept: draw, restores }: Sending,
  findings: Findings,
): Promise<void> {
  const kept = pick(giver.kept, draw)
  if (!kept) return
  findings.keptCursors += 1
  const url = withList(taker.path, kept.url)
  const { status } = await get(url, taker.key)
  const isOwn = giver.key === taker.key && listOf(giver.path) === listOf(taker.path)
  const mayBe = isOwn && kept.restores === restores ? [200, 400, 403] : [400, 403]
  if (!mayBe.includes(status))
    findings.add('wrong', `${status} to the cursor of ${kept.url}: ${url}`)
}

/** Sends a cursor of another client, from an earlier history. */
export async function sendStray(
  { gateway, stray }: { readonly gateway: { readonly get: Get }; readonly stray: string | null },
  taker: Mirror,
  findings: Findings,
): Promise<void> {
  if (stray === null || clientOf(stray) === clientOf(taker.path)) return
  findings.keptCursors += 1
  const url = withList(taker.path, stray)
  const { status } = await gateway.get(url, taker.key)
  if (status === 200) findings.add('wrong', `200 to the cursor of ${stray}: ${url}`)
}

// The parts that a page includes change no position.
function listOf(path: string): string {
  return path.replace(/&include=[^&]*/, '')
}

function clientOf(path: string): string | undefined {
  return /client_id=([^&]+)/.exec(path)?.[1]
}

function withList(path: string, link: string): string {
  const query = new URL(link, 'http://gateway').searchParams
  const since = query.get('updated_since')
  const sent = new URLSearchParams({
    ...(since !== null && { updated_since: since }),
    cursor: query.get('cursor') ?? '',
  })
  return `${path}&${sent}`
}
