import type { Orangery } from './orangery.ts'
import type { Asset, Include } from './types.ts'

/** A copy of what a grant shows of one portfolio. */
export interface Mirror {
  /** The grant under which it was read. */
  readonly grant: string
  /** What each of its walks asks for. */
  readonly asked: { readonly include?: Include }
  /** The next `updated_since`; null before the first walk. */
  readonly as_of: string | null
  readonly assets: Readonly<Record<string, Asset>>
}

/** The grant has other scopes than the walk was begun with. */
export class OtherScopes extends Error {
  readonly scopes: readonly string[]
  constructor(scopes: readonly string[]) {
    super('the scopes have changed')
    this.scopes = scopes
  }
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

/** The mirror after one walk, and how many entries the walk had. */
export async function walkInto(
  mirror: Mirror,
  orangery: Orangery,
  client: string,
  isDelta: boolean,
): Promise<{ readonly mirror: Mirror; readonly entries: number }> {
  const assets = new Map(Object.entries(mirror.assets))
  let { as_of } = mirror
  let [entries, isFirst] = [0, true]
  const since = isDelta && as_of !== null ? { updated_since: as_of } : {}
  for await (const page of orangery.assetPages(client, { ...mirror.asked, ...since })) {
    const { scopes } = page.grant
    if (!isAlike(newMirror(mirror.grant, scopes), mirror)) throw new OtherScopes(scopes)
    if (isFirst && page.sync.mode === 'full') assets.clear()
    for (const asset of page.data) assets.set(asset.registry_id, asset)
    for (const { registry_id } of page.sync.removed) assets.delete(registry_id)
    entries += page.data.length + page.sync.removed.length
    as_of = page.sync.as_of
    isFirst = false
  }
  return { mirror: { ...mirror, as_of, assets: Object.fromEntries(assets) }, entries }
}

/** What the gateway's summary has as `digest` of the same assets. */
export async function digestOf(assets: Iterable<Pick<Asset, 'registry_id' | 'updated_at'>>) {
  const sorted = [...assets].sort((a, b) => (a.registry_id < b.registry_id ? -1 : 1))
  const lines = sorted.map(({ registry_id, updated_at }) => `${registry_id} ${updated_at}\n`)
  const bytes = new TextEncoder().encode(lines.join(''))
  const digest = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
