import { useState } from 'react'
import { OFFLINE, type PortalError } from '../../data/error.ts'
import type { Result } from '../../data/use-run.ts'
import { t } from '../../i18n/text.ts'
import { formatNumber } from '../../words/format.ts'
import { notify } from '../notices.tsx'
import { type CsvRow, formatCsv } from './csv.ts'
import { MAX_ENTRIES, type Page, type Progress, readPages } from './read-pages.ts'
import { type Format, saveFile } from './save-file.ts'

/** A list that can be saved as a file. */
export interface Exported<Node> {
  /** The name of the file, without its ending. */
  readonly name: string
  /** Reads one page; throws a `PortalError`. */
  readonly read: (after: string | null) => Promise<Page<Node>>
  readonly header: CsvRow
  readonly toRow: (node: Node) => CsvRow
}

/** Whether the file has all entries, or the first ones alone. Null: it was cancelled. */
type Outcome = 'whole' | 'cut' | null

interface Running {
  readonly format: Format
  readonly progress: Progress
  readonly cancel: () => void
}

/** Reads a list to its end and saves it as a file. */
export function useExport<Node>(of: Exported<Node>) {
  const [running, setRunning] = useState<Running | null>(null)
  const [error, setError] = useState<PortalError | null>(null)
  const save = async (format: Format) => {
    const control = new AbortController()
    const show = (progress: Progress) => {
      if (!control.signal.aborted) setRunning({ format, progress, cancel })
    }
    const cancel = () => {
      control.abort()
      setRunning(null)
    }
    setError(null)
    show({ read: 0, of: null })
    const result = await saveAll(of, format, { onProgress: show, signal: control.signal })
    if (control.signal.aborted) return
    setRunning(null)
    if ('error' in result) setError(result.error)
    else if (result.body) notify({ text: OUTCOMES[result.body] })
  }
  return { save, running, error }
}

const OUTCOMES = {
  whole: t('The file is saved.'),
  cut: t('The file has the first {MAX_ENTRIES} entries. The API gives all of them.', {
    MAX_ENTRIES: formatNumber(MAX_ENTRIES),
  }),
}

async function saveAll<Node>(
  of: Exported<Node>,
  format: Format,
  options: Parameters<typeof readPages>[1] & { readonly signal: AbortSignal },
): Promise<Result<Outcome>> {
  try {
    const { nodes, isWhole } = await readPages(of.read, options)
    if (options.signal.aborted) return { body: null }
    const rows = () => formatCsv([of.header, ...nodes.map(of.toRow)])
    saveFile(of.name, format, format === 'csv' ? rows() : JSON.stringify(nodes, null, 2))
    return { body: isWhole ? 'whole' : 'cut' }
  } catch (thrown) {
    return { error: isPortalError(thrown) ? thrown : OFFLINE }
  }
}

// `read` throws nothing else.
function isPortalError(thrown: unknown): thrown is PortalError {
  return typeof thrown === 'object' && thrown !== null && 'asksSupport' in thrown
}
