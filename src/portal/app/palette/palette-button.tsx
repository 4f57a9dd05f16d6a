import { ActionIcon, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ComponentProps, useState } from 'react'
import { t } from '../../i18n/text.ts'
import { deferred } from '../../ui/deferred.tsx'
import type Palette from './palette.tsx'

// Loaded when the button is reached, or with its first use.
const [LoadedPalette, loadPalette] = deferred(() => import('./palette.tsx'), null)

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform)

/** Opens the palette: by a click, and by the keys that the button names. */
export function PaletteButton(props: Omit<ComponentProps<typeof Palette>, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  // Not while a dialog is open: it may hold a form.
  const openAlone = () => {
    if (document.querySelector('[role=dialog]') === null) open()
  }
  useHotkeys([['mod+K', openAlone]], [], true)
  const opens = {
    onClick: open,
    onPointerEnter: () => void loadPalette().catch(() => {}),
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': IS_APPLE ? 'Meta+K' : 'Control+K',
  } as const
  const keys = <bdi style={{ fontWeight: 400 }}>{IS_APPLE ? '⌘K' : t('Ctrl K')}</bdi>
  return (
    <>
      <Button variant="default" visibleFrom="sm" rightSection={keys} {...opens}>
        {t('Search')}
      </Button>
      <ActionIcon variant="default" size={36} hiddenFrom="sm" aria-label={t('Search')} {...opens}>
        <svg
          width={18}
          height={18}
          viewBox="0 0 18 18"
          fill="none"
          stroke="currentColor"
          aria-hidden="true"
        >
          <path d="M12.5 7.5a5 5 0 1 1-10 0a5 5 0 0 1 10 0ZM11 11l5 5" strokeWidth={1.8} />
        </svg>
      </ActionIcon>
      {isOpen && <LoadedPalette {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
