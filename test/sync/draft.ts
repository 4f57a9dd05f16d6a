import type { Category } from '../../src/values/categories.ts'

/** A record of an import. */
export type ImportRecord = Readonly<Record<string, unknown>>

export const CATEGORIES = ['coins', 'art', 'watches', 'other'] as const satisfies Category[]

const COLLECTIONS = ['vault', 'safe', 'loft']

/** A number that is taken modulo the length of what it chooses from. */
export type Draw = number

export function pick<Item>(items: readonly [Item, ...Item[]], draw: Draw): Item
export function pick<Item>(items: readonly Item[], draw: Draw): Item | undefined
export function pick<Item>(items: readonly Item[], draw: Draw): Item | undefined {
  return items[draw % items.length]
}

/**
 * The records that the imports so far have stated. An asset record replaces the asset, so a change of one member
 * needs the others.
 */
export class Draft {
  readonly #collections = new Map<string, ImportRecord>()
  readonly #assets = new Map<string, ImportRecord>()
  readonly #removed = new Set<string>()
  readonly #documents = new Map<string, ImportRecord>()
  readonly #valuations = new Map<string, ImportRecord>()
  #count = 0

  constructor() {
    for (const ref of COLLECTIONS) this.nameCollection(ref, ref)
  }

  /** The same, to go on from when the portfolio is put back. */
  copy(): Draft {
    const copy = new Draft()
    for (const [part, own] of [
      [copy.#collections, this.#collections],
      [copy.#assets, this.#assets],
      [copy.#documents, this.#documents],
      [copy.#valuations, this.#valuations],
    ] as const) {
      part.clear()
      for (const [key, record] of own) part.set(key, record)
    }
    for (const ref of this.#removed) copy.#removed.add(ref)
    copy.#count = this.#count
    return copy
  }

  /** The records of all that there is. */
  get records(): ImportRecord[] {
    const parts = [this.#collections, this.#assets, this.#documents, this.#valuations]
    return parts.flatMap((part) => [...part.values()])
  }

  get refs(): readonly string[] {
    return [...this.#assets.keys()]
  }

  get removedRefs(): readonly string[] {
    return [...this.#removed]
  }

  get size(): number {
    return this.#assets.size
  }

  collection(draw: Draw): string {
    return pick(COLLECTIONS, draw) ?? ''
  }

  asset(ref: string): ImportRecord {
    return this.#assets.get(ref) ?? { type: 'asset', ref, title: ref, category: 'other' }
  }

  nameCollection(ref: string, name: string): ImportRecord {
    return keep(this.#collections, ref, { type: 'collection', ref, name })
  }

  newRef(): string {
    this.#count += 1
    return `a${this.#count}`
  }

  /** The asset with these members in place of its own; undefined takes one away. */
  change(ref: string, members: ImportRecord): ImportRecord {
    this.#removed.delete(ref)
    return keep(this.#assets, ref, { ...this.asset(ref), ...members })
  }

  remove(ref: string): ImportRecord {
    this.#assets.delete(ref)
    this.#removed.add(ref)
    for (const part of [this.#documents, this.#valuations])
      for (const [key, { asset }] of part) if (asset === ref) part.delete(key)
    return { type: 'removal', asset: ref }
  }

  value(asset: string, valued_at: string, source: string, value: string): ImportRecord {
    const record = { type: 'valuation', asset, valued_at, source, value }
    return keep(this.#valuations, `${asset} ${valued_at} ${source}`, record)
  }

  /** The end of one of the valuations, if there is one. */
  removeValuation(draw: Draw): ImportRecord[] {
    const [key, record] = pick([...this.#valuations], draw) ?? []
    if (key === undefined || record === undefined) return []
    this.#valuations.delete(key)
    const { asset, source, valued_at } = record
    return [{ type: 'valuation_removal', asset, source, valued_at }]
  }

  removeDocument(ref: string): ImportRecord {
    this.#documents.delete(ref)
    return { type: 'document_removal', ref }
  }

  document(ref: string, members: ImportRecord): ImportRecord {
    const known = this.#documents.get(ref)
    return keep(this.#documents, ref, {
      type: 'document',
      ref,
      document_type: 'invoice',
      title: ref,
      ...known,
      ...members,
    })
  }

  /** The asset of a document; undefined if there is no such document. */
  documentAsset(ref: string): unknown {
    return this.#documents.get(ref)?.asset
  }
}

function keep(part: Map<string, ImportRecord>, key: string, record: ImportRecord): ImportRecord {
  part.set(key, record)
  return record
}
