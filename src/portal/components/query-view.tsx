import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AnyVariables, UseQueryResponse } from 'urql'
import { faultOf } from '../fault.ts'
import { ErrorNotice } from './error-notice.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'

interface Props<Data, Variables extends AnyVariables> {
  /** What `useQuery` or `useList` gave. */
  readonly of: UseQueryResponse<Data, Variables>
  /** As tall as what will come, so that nothing jumps. Rows unless told otherwise. */
  readonly skeleton?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** The three states of a query: a skeleton, what went wrong, or the data; older data stays. */
export function QueryView<Data, Variables extends AnyVariables>(props: Props<Data, Variables>) {
  const { of, skeleton = <RowsSkeleton />, children } = props
  const [{ data, error, fetching, stale }, again] = of
  const retry = () => again({ requestPolicy: 'network-only' })
  if (!data && !error) return skeleton
  return (
    <Stack gap="lg" aria-busy={fetching || stale}>
      {error && <ErrorNotice fault={faultOf(error)} onRetry={retry} />}
      {data && children(data)}
    </Stack>
  )
}
