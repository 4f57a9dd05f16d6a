import { useState } from 'react'
import { CombinedError } from 'urql'
import { OFFLINE, toPortalError } from '../../data/error.ts'
import { type Result, useRun } from '../../data/use-run.ts'
import { type CsvRow, formatCsv } from './csv.ts'
import { type Page, readPages } from './read-pages.ts'
import { type Format, saveFile } from './save-file.ts'

/** A list that can be saved as a file. */
export interface Exported<Node> {
  /** The name of the file, without its ending. */
  readonly name: string
  /** Reads one page; throws a `CombinedError`. */
  readonly read: (after: string | null) => Promise<Page<Node>>
  readonly header: CsvRow
  readonly toRow: (node: Node) => CsvRow
}

/** Whether the file has all entries, or the first ones alone. */
type Outcome = 'whole' | 'cut'

/** Reads a list to its end and saves it as a file. */
export function useExport<Node>(of: Exported<Node>) {
  const [busy, setBusy] = useState<Format | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { run, error } = useRun((format: Format) => saveAll(of, format))
  const save = async (format: Format) => {
    setBusy(format)
    setOutcome(null)
    setOutcome(await run(format))
    setBusy(null)
  }
  return { save, busy, error, outcome }
}

async function saveAll<Node>(of: Exported<Node>, format: Format): Promise<Result<Outcome>> {
  try {
    const { nodes, isWhole } = await readPages(of.read)
    const rows = () => formatCsv([of.header, ...nodes.map(of.toRow)])
    saveFile(of.name, format, format === 'csv' ? rows() : JSON.stringify(nodes, null, 2))
    return { body: isWhole ? 'whole' : 'cut' }
  } catch (thrown) {
    return { error: thrown instanceof CombinedError ? toPortalError(thrown) : OFFLINE }
  }
}
