import { Alert, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { t } from '../i18n/text.ts'
import { To } from './inline.tsx'

/** The texts of a notice. */
export interface Notice {
  readonly text: string
  /** Where to read on, such as a receipt. */
  readonly link?: { readonly href: string; readonly label: string }
}

// Of the header.
const CLEAR = { scrollMarginTop: '5rem' } as const

interface Shown extends Notice {
  /** The page that it is shown on. It goes with the page. */
  readonly path: string
}

let shown: Shown | null = null
const listeners = new Set<() => void>()

function show(next: Shown | null): void {
  shown = next
  for (const listen of listeners) listen()
}

/** Says that something was done, until the person closes it, leaves the page, or does the next thing. Navigate first. */
export function notify(notice: Notice): void {
  show({ ...notice, path: window.location.pathname })
}

function subscribe(listen: () => void) {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

/** The `ref` of a notice that may not be in sight when it comes. */
export function scrollIntoView(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' })
}

/** The place of the notices, once in the frame. A screen reader says each when it comes. */
export function Notices() {
  const notice = useSyncExternalStore(subscribe, () => shown)
  const [location] = useLocation()
  return (
    <div role="status" className="screen-only">
      {notice && notice.path === location && (
        <Alert
          color="leaf"
          withCloseButton
          closeButtonLabel={t('Close')}
          onClose={() => show(null)}
          mb="lg"
          maw={640}
          ref={scrollIntoView}
          style={CLEAR}
        >
          <Text size="sm">
            {notice.text}{' '}
            {notice.link && (
              <To href={notice.link.href} c="inherit" underline="always">
                {notice.link.label}
              </To>
            )}
          </Text>
        </Alert>
      )}
    </div>
  )
}
