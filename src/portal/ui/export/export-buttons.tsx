import { Button, Group, Stack, Text } from '@mantine/core'
import { t } from '../../i18n/text.ts'
import { formatNumber } from '../../words/format.ts'
import { ErrorNotice } from '../error-notice.tsx'
import type { Progress } from './read-pages.ts'
import { FORMATS, type Format } from './save-file.ts'
import { type Exported, useExport } from './use-export.ts'

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
