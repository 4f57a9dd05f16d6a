import { Button, Center } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'

interface PageInfo {
  readonly hasNextPage: boolean
  readonly endCursor?: string | null
}

interface Props {
  /** Of the last page that is shown. */
  readonly of: PageInfo
  readonly busy?: boolean
  readonly onMore: (after: string) => void
}

/** Below a list that goes on. */
export function LoadMore({ of, busy = false, onMore }: Props) {
  const { hasNextPage, endCursor } = of
  if (!hasNextPage || !endCursor) return null
  return (
    <Center>
      <Button variant="default" loading={busy} onClick={() => onMore(endCursor)}>
        Show more
      </Button>
    </Center>
  )
}

/** One page of a list: what comes after a cursor, and, on the last page, what to do for more. */
export interface ListPage {
  readonly after: string | null
  readonly onMore: ((after: string) => void) | null
}

/** A list that goes on, page by page. */
export function Pages({ children }: { children: (page: ListPage) => ReactNode }) {
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null])
  const more = (after: string) =>
    setCursors((shown) => (shown.includes(after) ? shown : [...shown, after]))
  const last = cursors.at(-1)
  return cursors.map((after) => (
    <Fragment key={after}>{children({ after, onMore: after === last ? more : null })}</Fragment>
  ))
}
