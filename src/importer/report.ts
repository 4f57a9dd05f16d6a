import type { BadLine } from './bad-lines.ts'
import type { Changes, MergeReport } from './merge.ts'
import type { Reading } from './read-source.ts'
import type { ImportRecord } from './records.ts'

/** What became of the good lines of one type; together they are as many as those lines. */
export interface ImportCounts extends Changes {
  /** They state what is so already, or what a later line states again. */
  unchanged: number
}

/** What an import did. Where it is not kept, it changed nothing. */
export interface ImportReport {
  kept: boolean
  /** All lines, blank ones included. */
  lines: number
  collections: ImportCounts
  /** `removed` counts the removals; of an asset that is not there a removal changes nothing. */
  assets: ImportCounts & { removed: number }
  valuations: ImportCounts
  documents: ImportCounts
  bad_count: number
  /** The first thousand of them. */
  bad: BadLine[]
  seconds: number
  assets_per_second: number
}

const NOTHING: Changes = { created: 0, updated: 0 }
const NOTHING_MERGED: MergeReport = {
  collections: NOTHING,
  assets: { ...NOTHING, removed: 0 },
  valuations: NOTHING,
  documents: NOTHING,
}

/** Puts the figures together; `merged` is null where nothing was kept. */
export function createReport(
  merged: MergeReport | null,
  { lines, counts, badLines }: Reading,
  milliseconds: number,
): ImportReport {
  const count = (type: ImportRecord['type']) => counts.get(type) ?? 0
  const { collections, assets, valuations, documents } = merged ?? NOTHING_MERGED
  const assetLines = count('asset') + count('removal')
  const good = (stated: number) => (merged ? stated : 0)
  return {
    kept: merged !== null,
    lines,
    collections: tally(collections, good(count('collection'))),
    assets: { ...tally(assets, good(assetLines) - assets.removed), removed: assets.removed },
    valuations: tally(valuations, good(count('valuation'))),
    documents: tally(documents, good(count('document'))),
    bad_count: badLines.count,
    bad: badLines.listed,
    seconds: Math.round(milliseconds) / 1000,
    assets_per_second: Math.round((assetLines * 1000) / Math.max(milliseconds, 1)),
  }
}

function tally({ created, updated }: Changes, lines: number): ImportCounts {
  return { created, updated, unchanged: lines - created - updated }
}
