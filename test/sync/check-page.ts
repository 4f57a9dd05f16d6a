import type { Findings } from './findings.ts'
import type { Get } from './gateway.ts'

interface Asset {
  readonly registry_id: string
  readonly updated_at: string
}

/** The members of a page that a mirror reads. */
export interface Page {
  readonly grant: {
    readonly id: string
    readonly version: number
    readonly asset_filter: string
  }
  readonly data: readonly Asset[]
  readonly pagination: { readonly total_count: number; readonly has_more: boolean }
  readonly links: { readonly next: string | null }
  readonly sync: {
    readonly mode: 'full' | 'delta'
    readonly complete: boolean
    readonly as_of: string | null
    readonly removed: readonly { readonly registry_id: string; readonly removed_at: string }[]
  }
}

/** The rules of a page: it has only entries later than the asked instant. Only a complete walk has an `as_of`. */
export function checkPage(url: string, { data, sync }: Page, findings: Findings): void {
  const since = new URL(url, 'http://gateway').searchParams.get('updated_since')
  const { mode, complete, as_of: asOf, removed } = sync
  if (mode !== (since === null ? 'full' : 'delta')) findings.add('wrong', `${mode}: ${url}`)
  if (since === null ? !complete : asOf !== null && !complete)
    findings.add('wrong', `complete ${complete}, as_of ${asOf}: ${url}`)
  if (since === null) return
  for (const { updated_at: at, registry_id: id } of data)
    if (at <= since) findings.add('early', `${id} of ${at}: ${url}`)
  for (const { removed_at: at, registry_id: id } of removed)
    if (at <= since) findings.add('early', `${id} removed at ${at}: ${url}`)
}

interface Reading {
  readonly get: Get
  readonly key: string
  readonly path: string
  readonly pageSize: number
}

const BEFORE_ALL = '2020-01-01'

/** Compares a delta from one of the instants of the whole list with that list, whether it is complete or not. */
export async function compareDelta(
  reading: Reading,
  whole: readonly Asset[],
  draw: number,
  findings: Findings,
): Promise<void> {
  const instants = [BEFORE_ALL, ...whole.map(({ updated_at: at }) => at).sort()]
  const since = instants[draw % instants.length] ?? BEFORE_ALL
  const expected = whole.filter(({ updated_at: at }) => at > since)
  const listed = await readDelta(reading, since, findings)
  const [is, due] = [listed, expected].map((assets) => assets.map((each) => JSON.stringify(each)))
  if (is?.sort().join() === due?.sort().join()) return
  findings.add('unequal', `${reading.path}, since ${since}\n  ${is?.join()}\n  ${due?.join()}`)
}

async function readDelta(
  { get, key, path, pageSize }: Reading,
  since: string,
  findings: Findings,
): Promise<Asset[]> {
  const assets: Asset[] = []
  let next: string | null = `${path}&updated_since=${since}&page_size=${pageSize}`
  while (next !== null) {
    const { status, text } = await get(next, key)
    if (status !== 200) throw new Error(`${status} ${text}: ${next}`)
    const page: Page = JSON.parse(text)
    checkPage(next, page, findings)
    assets.push(...page.data)
    next = page.links.next
  }
  return assets
}
