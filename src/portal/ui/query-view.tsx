import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AnyVariables, UseQueryResponse } from 'urql'
import { toPortalError } from '../data/error.ts'
import { ErrorNotice } from './error-notice.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

interface Props<Data, Variables extends AnyVariables> {
  /** The result of `useQuery`. */
  readonly of: UseQueryResponse<Data, Variables>
  /** Shown while loading. As tall as the data, so that nothing moves. By default, rows. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** Shows a query as a skeleton, an error or its data. Data stays visible when a refresh fails. */
export function QueryView<Data, Variables extends AnyVariables>(props: Props<Data, Variables>) {
  const { of, skeleton = <RowsSkeleton />, children } = props
  const [{ data, error, fetching, stale }, refetch] = of
  const retry = () => refetch({ requestPolicy: 'network-only' })
  if (!data && !error) return skeleton
  return (
    <Stack gap="lg" aria-busy={fetching || stale}>
      {error && <ErrorNotice error={toPortalError(error)} onRetry={retry} />}
      {data && children(data)}
    </Stack>
  )
}
