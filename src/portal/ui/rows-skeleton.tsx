import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { t } from '../i18n/text.ts'

/** As many and as high as the data, so that nothing moves when it arrives. */
export interface RowsProps {
  readonly rows?: number
  readonly height?: number
}

/** Placeholder for rows that are loading. */
export function RowsSkeleton({ rows = 4, height = 56 }: RowsProps) {
  return (
    <Stack gap="sm" aria-busy>
      <VisuallyHidden>{t('Loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  )
}
