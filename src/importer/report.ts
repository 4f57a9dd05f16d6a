import type { Changes, ChangesWithRemovals, MergeReport } from './merge.ts'
import type { Reading } from './read-source.ts'
import type { ImportRecord } from './record-schema.ts'

/** The result of an import. If `kept` is false, the import changed nothing. */
export interface ImportReport extends ReturnType<typeof createReport> {
  /** Whether this was a check: the counts are those that an import would give. */
  checked?: true
}

const NOTHING = { created: 0, updated: 0, removed: 0 }
const NOTHING_MERGED: MergeReport = {
  collections: NOTHING,
  assets: NOTHING,
  valuations: NOTHING,
  documents: NOTHING,
}

/** The report of an import. `merged` is null if nothing was changed. */
export function createReport(
  merged: MergeReport | null,
  { lines, counts, badLines, unknownWords }: Reading,
  milliseconds: number,
) {
  const count = (...types: ImportRecord['type'][]) =>
    types.reduce((sum, type) => sum + (counts.get(type) ?? 0), 0)
  const { collections, assets, valuations, documents } = merged ?? NOTHING_MERGED
  const assetLines = count('asset', 'removal')
  const good = (lines: number) => (merged ? lines : 0)
  return {
    kept: merged !== null,
    /** The number of all lines, with blank ones. */
    lines,
    collections: countUnchanged(collections, good(count('collection'))),
    assets: countRemoved(assets, good(assetLines)),
    /** Rows that were removed with their asset do not count. */
    valuations: countRemoved(valuations, good(count('valuation', 'valuation_removal'))),
    documents: countRemoved(documents, good(count('document', 'document_removal'))),
    bad_count: badLines.count,
    /** The first thousand bad members of these lines. */
    bad: badLines.listed,
    /** The first hundred words of open lists that are not known. */
    unknown_words: unknownWords.listed,
    seconds: Math.round(milliseconds) / 1000,
    assets_per_second: Math.round((assetLines * 1000) / Math.max(milliseconds, 1)),
  }
}

// The sum of the counts is the number of good lines. A line counts as unchanged if it is equal to the stored row, if a
// later line replaces it, or if it removes a missing record.
function countUnchanged({ created, updated }: Changes, lines: number) {
  return { created, updated, unchanged: lines - created - updated }
}

function countRemoved({ removed, ...changes }: ChangesWithRemovals, lines: number) {
  return { ...countUnchanged(changes, lines - removed), removed }
}
