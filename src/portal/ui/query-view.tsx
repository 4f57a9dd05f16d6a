import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Shown } from '../data/use-query.ts'
import { ErrorNotice } from './error-notice.tsx'
import { type RowsProps, RowsSkeleton } from './rows-skeleton.tsx'

/** A query, and how its data is shown. */
export interface QueryProps<Data> extends RowsProps {
  readonly of: Shown<Data>
  /** Shown while loading, in place of rows. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Shows a query as a skeleton, an error or its data. Data stays visible when a refresh fails. */
export function QueryView<Data>({ of, skeleton, children, ...rows }: QueryProps<Data>) {
  const { data, error, isLoading, reload } = of
  if (!data && !error) return skeleton ?? <RowsSkeleton {...rows} />
  return (
    <Stack gap="lg" aria-busy={isLoading}>
      {error && <ErrorNotice error={error} onRetry={reload} />}
      {data && children(data)}
    </Stack>
  )
}
