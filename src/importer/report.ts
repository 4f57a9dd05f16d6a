import type { BadLine } from './bad-lines.ts'
import type { Changes, ChangesWithRemovals, MergeReport } from './merge.ts'
import type { Reading } from './read-source.ts'
import type { ImportRecord } from './records.ts'

/** The result of the good lines of one type; the counts add up to the number of those lines. */
export interface ImportCounts extends Changes {
  /** Equal to what is stored, or replaced by a later line. */
  unchanged: number
}

/** The same where records can remove; a removal of what does not exist counts as unchanged. */
export interface ImportCountsWithRemovals extends ImportCounts {
  removed: number
}

/** The result of an import. Where `kept` is false, it changed nothing. */
export interface ImportReport {
  kept: boolean
  /** All lines, blank ones included. */
  lines: number
  collections: ImportCounts
  assets: ImportCountsWithRemovals
  /** Without those that were removed with their asset. */
  valuations: ImportCountsWithRemovals
  documents: ImportCountsWithRemovals
  bad_count: number
  /** The first thousand of them. */
  bad: BadLine[]
  seconds: number
  assets_per_second: number
}

const NOTHING: Changes = { created: 0, updated: 0 }
const NONE_REMOVED = { ...NOTHING, removed: 0 }
const NOTHING_MERGED: MergeReport = {
  collections: NOTHING,
  assets: NONE_REMOVED,
  valuations: NONE_REMOVED,
  documents: NONE_REMOVED,
}

/** The report of an import; `merged` is null where nothing was changed. */
export function createReport(
  merged: MergeReport | null,
  { lines, counts, badLines }: Reading,
  milliseconds: number,
): ImportReport {
  const count = (...types: ImportRecord['type'][]) =>
    types.reduce((sum, type) => sum + (counts.get(type) ?? 0), 0)
  const { collections, assets, valuations, documents } = merged ?? NOTHING_MERGED
  const assetLines = count('asset', 'removal')
  const good = (lines: number) => (merged ? lines : 0)
  return {
    kept: merged !== null,
    lines,
    collections: countUnchanged(collections, good(count('collection'))),
    assets: countRemoved(assets, good(assetLines)),
    valuations: countRemoved(valuations, good(count('valuation', 'valuation_removal'))),
    documents: countRemoved(documents, good(count('document', 'document_removal'))),
    bad_count: badLines.count,
    bad: badLines.listed,
    seconds: Math.round(milliseconds) / 1000,
    assets_per_second: Math.round((assetLines * 1000) / Math.max(milliseconds, 1)),
  }
}

function countUnchanged({ created, updated }: Changes, lines: number): ImportCounts {
  return { created, updated, unchanged: lines - created - updated }
}

function countRemoved(
  { removed, ...changes }: ChangesWithRemovals,
  lines: number,
): ImportCountsWithRemovals {
  return { ...countUnchanged(changes, lines - removed), removed }
}
