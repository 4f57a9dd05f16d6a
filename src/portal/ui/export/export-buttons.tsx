import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { OFFLINE, type PortalError } from '../../data/error.ts'
import { t } from '../../i18n/text.ts'
import { formatNumber } from '../../words/format.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { notify } from '../notices.tsx'
import { type CsvRow, formatCsv } from './csv.ts'
import { MAX_ENTRIES, type Progress, type ReadPage, readPages } from './read-pages.ts'
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
  /** Throws a `PortalError`. */
  readonly read: ReadPage<Node>
  readonly header: CsvRow
  readonly toRow: (node: Node) => CsvRow
}

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
    const { signal } = control
    const onProgress = (progress: Progress) => {
      if (!signal.aborted) setRunning({ format, progress, cancel })
    }
    const cancel = () => {
      control.abort()
      setRunning(null)
    }
    setError(null)
    onProgress({ read: 0, of: null })
    try {
      const { nodes, isWhole } = await readPages(of.read, { onProgress, signal })
      if (signal.aborted) return
      saveFile(of.name, format, textOf(of, nodes, format))
      notify({ text: isWhole ? WHOLE : CUT })
    } catch (thrown) {
      if (signal.aborted) return
      setError(isPortalError(thrown) ? thrown : OFFLINE)
    }
    setRunning(null)
  }
  return { save, running, error }
}

const WHOLE = t('The file is saved.')
const CUT = t('The file has the first {MAX_ENTRIES} entries. The API gives all of them.', {
  MAX_ENTRIES: formatNumber(MAX_ENTRIES),
})

function textOf<Node>(of: Exported<Node>, nodes: readonly Node[], format: Format): string {
  if (format === 'csv') return formatCsv([of.header, ...nodes.map(of.toRow)])
  return JSON.stringify(nodes, null, 2)
}

// `read` throws nothing else.
function isPortalError(thrown: unknown): thrown is PortalError {
  return typeof thrown === 'object' && thrown !== null && 'asksSupport' in thrown
}
