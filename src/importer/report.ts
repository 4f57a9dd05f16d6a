import type { BadMember } from './bad-members.ts'
import type { Changes, ChangesWithRemovals, MergeReport } from './merge.ts'
import type { Reading } from './read-source.ts'
import type { ImportRecord } from './records.ts'
import type { UnknownWord } from './unknown-words.ts'

/** The result of the good lines of one type. The sum of the counts is the number of these lines. */
interface ImportCounts extends Changes {
  /** Lines that are equal to the stored rows, or that a later line replaces. */
  unchanged: number
}

/** The same for a type with removals. The removal of a missing record counts as unchanged. */
interface ImportCountsWithRemovals extends ImportCounts {
  removed: number
}

/** The result of an import. If `kept` is false, the import changed nothing. */
export interface ImportReport {
  kept: boolean
  /** Whether this was a check: the counts are those that an import would give. */
  checked?: true
  /** The number of all lines, with blank ones. */
  lines: number
  collections: ImportCounts
  assets: ImportCountsWithRemovals
  /** Rows that were removed with their asset do not count. */
  valuations: ImportCountsWithRemovals
  documents: ImportCountsWithRemovals
  bad_count: number
  /** The first thousand bad members of these lines. */
  bad: BadMember[]
  /** The first hundred words of open lists that are not known. */
  unknown_words: UnknownWord[]
  seconds: number
  assets_per_second: number
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
    unknown_words: unknownWords.listed,
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
