import type { BadLine } from './bad-lines.ts'
import type { Changes, MergeReport } from './merge.ts'
import type { Reading } from './read-source.ts'
import type { ImportRecord } from './records.ts'

/** The result of the good lines of one type; the counts add up to the number of those lines. */
export interface ImportCounts extends Changes {
  /** Equal to what is stored, or replaced by a later line. */
  unchanged: number
}

/** The result of an import. Where `kept` is false, it changed nothing. */
export interface ImportReport {
  kept: boolean
  /** All lines, blank ones included. */
  lines: number
  collections: ImportCounts
  /** `removed` counts removed assets; the removal of an asset that does not exist changes nothing. */
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

/** The report of an import; `merged` is null where nothing was changed. */
export function createReport(
  merged: MergeReport | null,
  { lines, counts, badLines }: Reading,
  milliseconds: number,
): ImportReport {
  const count = (type: ImportRecord['type']) => counts.get(type) ?? 0
  const { collections, assets, valuations, documents } = merged ?? NOTHING_MERGED
  const assetLines = count('asset') + count('removal')
  const good = (lines: number) => (merged ? lines : 0)
  return {
    kept: merged !== null,
    lines,
    collections: countUnchanged(collections, good(count('collection'))),
    assets: {
      ...countUnchanged(assets, good(assetLines) - assets.removed),
      removed: assets.removed,
    },
    valuations: countUnchanged(valuations, good(count('valuation'))),
    documents: countUnchanged(documents, good(count('document'))),
    bad_count: badLines.count,
    bad: badLines.listed,
    seconds: Math.round(milliseconds) / 1000,
    assets_per_second: Math.round((assetLines * 1000) / Math.max(milliseconds, 1)),
  }
}

function countUnchanged({ created, updated }: Changes, lines: number): ImportCounts {
  return { created, updated, unchanged: lines - created - updated }
}
