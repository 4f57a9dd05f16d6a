import { useRef, useState } from 'react'
import { CombinedError } from 'urql'
import { OFFLINE, type PortalError, toPortalError } from '../../data/error.ts'
import { type CsvRow, formatCsv } from './csv.ts'
import { type Entries, type Page, readPages } from './read-pages.ts'
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

type Outcome = 'idle' | 'whole' | 'cut'

/** Reads a list to its end and saves it as a file. */
export function useExport<Node>({ name, read, header, toRow }: Exported<Node>) {
  const running = useRef(false)
  const [busy, setBusy] = useState<Format | null>(null)
  const [error, setError] = useState<PortalError | null>(null)
  const [outcome, setOutcome] = useState<Outcome>('idle')
  const write = ({ nodes }: Entries<Node>, format: Format) =>
    format === 'csv' ? formatCsv([header, ...nodes.map(toRow)]) : JSON.stringify(nodes, null, 2)
  const save = async (format: Format) => {
    if (running.current) return
    running.current = true
    setBusy(format)
    setError(null)
    setOutcome('idle')
    try {
      const entries = await readPages(read)
      saveFile(name, format, write(entries, format))
      setOutcome(entries.isWhole ? 'whole' : 'cut')
    } catch (thrown) {
      setError(thrown instanceof CombinedError ? toPortalError(thrown) : OFFLINE)
    } finally {
      running.current = false
      setBusy(null)
    }
  }
  return { save, busy, error, outcome }
}
