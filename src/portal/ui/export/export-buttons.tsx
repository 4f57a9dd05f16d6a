import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { OFFLINE, type PortalError } from '../../data/error.ts'
import type { Result } from '../../data/use-run.ts'
import { t } from '../../i18n/text.ts'
import { formatNumber } from '../../words/format.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { notify } from '../notices.tsx'
import { type CsvRow, formatCsv } from './csv.ts'
import { MAX_ENTRIES, type Page, type Progress, readPages } from './read-pages.ts'
import { FORMATS, type Format, saveFile } from './save-file.ts'

const ORDER: readonly Format[] = ['csv', 'json']

/** Saves a list as a file. A long one says how far it is, and can be cancelled. */
export function ExportButtons<Node>({ of }: { of: Exported<Node> }) {
  const { save, running, error } = useExport(of)
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {ORDER.map((format) => (
          <Button
            key={format}
            variant="default"
            size="xs"
            loading={running?.format === format}
            disabled={running !== null && running.format !== format}
            onClick={() => save(format)}
          >
            {t('Export {label}', { label: FORMATS[format].label })}
          </Button>
        ))}
        {running && (
          <Button variant="subtle" size="xs" onClick={running.cancel}>
            {t('Cancel')}
          </Button>
        )}
      </Group>
      {running && (
        <Text size="sm" className="digits">
          {formatProgress(running.progress)}
        </Text>
      )}
      {error && <ErrorNotice error={error} />}
    </Stack>
  )
}

function formatProgress({ read, of }: Progress): string {
  const count = formatNumber(read)
  return of === null
    ? t('{count} read', { count })
    : t('{count} of {all} read', { count, all: formatNumber(of) })
}

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

// Reads a list to its end and saves it as a file.
function useExport<Node>(of: Exported<Node>) {
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
