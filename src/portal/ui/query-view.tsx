import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Shown } from '../data/use-query.ts'
import { ErrorNotice } from './error-notice.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

interface Props<Data> {
  readonly of: Shown<Data>
  /** Shown while loading. As tall as the data, so that nothing moves. By default, rows. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Shows a query as a skeleton, an error or its data. Data stays visible when a refresh fails. */
export function QueryView<Data>({ of, skeleton = <RowsSkeleton />, children }: Props<Data>) {
  const { data, error, isLoading, reload } = of
  if (!data && !error) return skeleton
  return (
    <Stack gap="lg" aria-busy={isLoading}>
      {error && <ErrorNotice error={error} onRetry={reload} />}
      {data && children(data)}
    </Stack>
  )
}
