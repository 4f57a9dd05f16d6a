import { Button, Group, Stack, Text } from '@mantine/core'
import { t } from '../../i18n/text.ts'
import { formatNumber } from '../../words/format.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { MAX_ENTRIES } from './read-pages.ts'
import { FORMATS, type Format } from './save-file.ts'
import { type Exported, useExport } from './use-export.ts'

const ORDER: readonly Format[] = ['csv', 'json']

/** Saves a list as a file. */
export function ExportButtons<Node>({ of }: { of: Exported<Node> }) {
  const { save, busy, error, outcome } = useExport(of)
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {ORDER.map((format) => (
          <Button
            key={format}
            variant="default"
            size="xs"
            loading={busy === format}
            disabled={busy !== null && busy !== format}
            onClick={() => save(format)}
          >
            {t('Export {label}', { label: FORMATS[format].label })}
          </Button>
        ))}
      </Group>
      <Text size="sm" role="status">
        {outcome === 'whole' && t('The file is saved.')}
        {outcome === 'cut' &&
          t('The file has the first {MAX_ENTRIES} entries. The API gives all of them.', {
            MAX_ENTRIES: formatNumber(MAX_ENTRIES),
          })}
      </Text>
      {error && <ErrorNotice error={error} />}
    </Stack>
  )
}
