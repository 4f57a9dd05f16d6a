import { Button, Center } from '@mantine/core'
import { useState } from 'react'

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

/** The cursors of the pages that are shown: a list renders one part for each, the first is null. */
export function usePages(): readonly [
  pages: readonly (string | null)[],
  more: (after: string) => void,
] {
  const [pages, setPages] = useState<readonly (string | null)[]>([null])
  return [
    pages,
    (after) => setPages((shown) => (shown.includes(after) ? shown : [...shown, after])),
  ]
}
