import { Button, Center, Stack } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Pages } from '../data/use-pages.ts'
import { t } from '../i18n/text.ts'
import { ErrorNotice } from './error-notice.tsx'
import { NothingMatches } from './list-search/list-controls.tsx'
import type { ListSearch } from './list-search/use-list-search.ts'
import { type RowsProps, RowsSkeleton } from './rows-skeleton.tsx'

interface Props<Data, Node> extends RowsProps {
  readonly of: Pages<Data, Node>
  /** The text that the list is searched for. */
  readonly search?: ListSearch
  /** Shown in place of a list without entries, unless a search leaves none. */
  readonly empty?: ReactNode
  /** Shows all entries as one list, each marked by `ENTRY`. */
  readonly children: (nodes: readonly Node[], data: Data) => ReactNode
}

/** A list that is loaded page by page, with a button that shows more of it. */
export function PagesView<Data, Node>({ of, search, empty, children, ...rows }: Props<Data, Node>) {
  const { data, nodes, error, isLoading, isLoadingMore, hasMore } = of
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const shownBefore = useRef<number | null>(null)
  const count = nodes.length
  useEffect(() => {
    const before = shownBefore.current
    if (before === null || count <= before) return
    shownBefore.current = null
    const { activeElement, body } = document
    // Unless the person has gone on to something else. The last page takes the button away.
    if (activeElement === body || activeElement === button.current) focusEntry(box.current, before)
  }, [count])
  const more = () => {
    if (isLoadingMore) return
    shownBefore.current = count
    of.more()
  }
  if (data === undefined && !error) return <RowsSkeleton {...rows} />
  return (
    <Stack gap="lg" ref={box} aria-busy={isLoading}>
      {data !== undefined && (count > 0 || empty === undefined) && children(nodes, data)}
      {data !== undefined &&
        count === 0 &&
        !hasMore &&
        (search?.isNarrowed ? <NothingMatches of={search} /> : empty)}
      {error && <ErrorNotice error={error} onRetry={of.reload} />}
      {hasMore && !error && (
        <Center>
          {/* Not disabled meanwhile: it would lose the focus. */}
          <Button ref={button} variant="default" aria-disabled={isLoadingMore} onClick={more}>
            {isLoadingMore ? t('Loading…') : t('Show more')}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

function focusEntry(box: HTMLElement | null, place: number): void {
  const entry = box?.querySelectorAll<HTMLElement>('[data-entry]')[place]
  if (!entry) return
  entry.tabIndex = -1
  entry.focus({ preventScroll: true })
}
