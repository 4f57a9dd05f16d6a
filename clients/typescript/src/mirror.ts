import type { Orangery } from './orangery.ts'
import type { Asset, Include } from './types.ts'

/** A copy of what a grant shows of one portfolio. */
export interface Mirror {
  /** The grant under which it was read. */
  readonly grant: string
  /** The parameters of each of its walks. */
  readonly asked: { readonly include?: Include }
  /** The next `updated_since`. Null: the next walk reads everything. */
  readonly as_of: string | null
  readonly assets: Readonly<Record<string, Asset>>
}

/** An empty mirror of a grant with these scopes. Valuations and documents are read where the scopes allow it. */
export function newMirror(grant: string, scopes: readonly string[]): Mirror {
  const include = includeFor(scopes)
  return { grant, asked: include ? { include } : {}, as_of: null, assets: {} }
}

function includeFor(scopes: readonly string[]): Include | undefined {
  const hasDocuments = scopes.includes('documentation')
  if (!scopes.includes('valuation')) return hasDocuments ? 'documents' : undefined
  return hasDocuments ? 'valuations,documents' : 'valuations'
}

/** Whether the `as_of` of one mirror is for the other: it belongs to one grant and to what its walk asked for. */
export function isAlike(one: Mirror, other: Mirror): boolean {
  return one.grant === other.grant && one.asked.include === other.asked.include
}

/**
 * The mirror after one walk, and how many entries the walk had. Without `entries`, the mirror is empty, and the next walk
 * reads everything: the delta is incomplete, or the grant shows other scopes than the walk was begun with.
 */
export async function walkInto(
  mirror: Mirror,
  orangery: Orangery,
  client: string,
  page_size: number,
): Promise<{ readonly mirror: Mirror; readonly entries: number | null }> {
  let { as_of } = mirror
  let entries = 0
  const since = as_of === null ? {} : { updated_since: as_of }
  const assets = new Map(as_of === null ? [] : Object.entries(mirror.assets))
  const query = { ...mirror.asked, ...since, page_size }
  for await (const page of orangery.assetPages(client, query)) {
    const begun = newMirror(mirror.grant, page.grant.scopes)
    if (!page.sync.complete || !isAlike(begun, mirror)) return { mirror: begun, entries: null }
    for (const asset of page.data) assets.set(asset.registry_id, asset)
    for (const { registry_id } of page.sync.removed) assets.delete(registry_id)
    entries += page.data.length + page.sync.removed.length
    as_of = page.sync.as_of
  }
  return { mirror: { ...mirror, as_of, assets: Object.fromEntries(assets) }, entries }
}

/** The value that the gateway's summary has as `digest` of the same assets. */
export async function digestOf(assets: Iterable<Pick<Asset, 'registry_id' | 'updated_at'>>) {
  const sorted = [...assets].sort((a, b) => (a.registry_id < b.registry_id ? -1 : 1))
  const lines = sorted.map(({ registry_id, updated_at }) => `${registry_id} ${updated_at}\n`)
  const bytes = new TextEncoder().encode(lines.join(''))
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
