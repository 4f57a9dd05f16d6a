import { Button, Center } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'

interface PageInfo {
  readonly hasNextPage: boolean
  readonly endCursor?: string | null
}

interface Props {
  /** The page info of the last loaded page. */
  readonly of: PageInfo
  readonly busy?: boolean
  readonly onMore: (after: string) => void
}

/** Loads the next page of a list; nothing if there is none. */
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

/** One page of a list: the cursor it starts after, and on the last page how to load more. */
export interface ListPage {
  readonly after: string | null
  readonly onMore: ((after: string) => void) | null
}

/** A list that is loaded page by page. */
export function PagedList({ children }: { children: (page: ListPage) => ReactNode }) {
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null])
  const more = (after: string) =>
    setCursors((shown) => (shown.includes(after) ? shown : [...shown, after]))
  const last = cursors.at(-1)
  return cursors.map((after) => (
    <Fragment key={after}>{children({ after, onMore: after === last ? more : null })}</Fragment>
  ))
}
