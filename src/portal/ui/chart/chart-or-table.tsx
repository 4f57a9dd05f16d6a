import { Group, SegmentedControl, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/text.ts'

interface Props {
  /** The subject, such as "Value of your assets". */
  readonly label: string
  /** To the left of the choice of view. */
  readonly controls?: ReactNode
  readonly chart: ReactNode
  readonly table: ReactNode
}

/** The same numbers as a chart or as a table. */
export function ChartOrTable({ label, controls, chart, table }: Props) {
  const [view, setView] = useState('chart')
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        {controls}
        <SegmentedControl
          size="xs"
          value={view}
          onChange={setView}
          aria-label={t('{label}: show as', { label })}
          data={[
            { value: 'chart', label: t('Chart') },
            { value: 'table', label: t('Table') },
          ]}
        />
      </Group>
      {view === 'chart' ? chart : table}
    </Stack>
  )
}
