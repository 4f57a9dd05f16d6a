import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../i18n/text.ts'
import { CopyBlock } from './copy-block.tsx'
import { Dialog } from './dialog.tsx'
import { NoteDialog } from './note-dialog.tsx'

interface Lost extends Pick<ComponentProps<typeof NoteDialog>, 'verb' | 'onNext'> {
  readonly text: string
}

interface Props {
  readonly title: string
  /** The name of the secret: "the API key". */
  readonly what: string
  /** Null: its response was lost, and so is the secret. */
  readonly secret: string | null
  /** The next step, in words, and the way to it: by default the dialog closes. */
  readonly lost?: Lost
  /** A command to try, with the secret in it. */
  readonly curl?: string | undefined
  /** The text above the command. */
  readonly tryIt?: string
  /** Another way to try it, below the note. */
  readonly trial?: ReactNode
  /** The advice for it. */
  readonly advice?: string
  /** A text below the secret. */
  readonly note?: string
  /** The statement that the person confirms before it closes. */
  readonly confirmed?: string
  readonly onClose: () => void
}

/** Shows a secret that cannot be shown again, or says that it was lost. */
export function SecretDialog({ secret, lost, ...shown }: Props) {
  if (secret !== null) return <Secret secret={secret} {...shown} />
  const { text, ...note } = lost ?? { text: '' }
  return (
    <NoteDialog title={t('The secret was lost on its way')} onClose={shown.onClose} {...note}>
      {text}
    </NoteDialog>
  )
}

// It closes only by its button, and only after the user has confirmed that the secret is saved; Escape and a click
// outside do nothing. Leaving the page is warned of.
function Secret({
  title,
  what,
  secret,
  curl,
  note,
  trial,
  advice = t('Copy it now and keep it in a password manager or secret store.'),
  tryIt = t('Try it:'),
  confirmed = t('I have saved it'),
  onClose,
}: Omit<Props, 'secret' | 'lost'> & { readonly secret: string }) {
  const [saved, setSaved] = useState(false)
  const wentBack = useLeaveGuard(saved)
  return (
    <Dialog
      onClose={() => {}}
      title={title}
      size="lg"
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="fruit" variant="light">
          {t('This is the only time that {what} is shown. {advice}', { what, advice })}
        </Alert>
        {wentBack && (
          <Alert color="red" role="alert" title={t('You are still on this page')}>
            {t('If you leave now, {what} is lost. Save it first, then choose Done.', { what })}
          </Alert>
        )}
        <CopyBlock text={secret} what={what} label={what} />
        {note && <Text size="sm">{note}</Text>}
        {curl && <Text size="sm">{tryIt}</Text>}
        {curl && <CopyBlock text={curl} what={t('the command')} label={t('Test command')} />}
        {trial}
        <Checkbox
          label={confirmed}
          checked={saved}
          onChange={({ currentTarget }) => setSaved(currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!saved} onClick={onClose}>
            {t('Done')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const GUARD = 'orangery-guard'

// While something is shown that is lost with the page: the browser asks before a reload or a close, and
// Back stays on the page, until it is `saved`. Returns whether Back was pressed, so that the page can
// say why it stayed. A navigation from there replaces the current entry of the history.
function useLeaveGuard(saved: boolean): boolean {
  const isSaved = useRef(saved)
  const [wentBack, setWentBack] = useState(false)
  useEffect(() => {
    isSaved.current = saved
  }, [saved])
  useEffect(() => {
    // Going back cannot be forbidden. So the entry before the current one is made the same page.
    const guard = () => window.history.pushState(GUARD, '', window.location.href)
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSaved.current) event.preventDefault()
    }
    const stay = () => {
      if (isSaved.current) return leave()
      guard()
      setWentBack(true)
    }
    const leave = () => {
      window.removeEventListener('popstate', stay)
      window.history.back()
    }
    guard()
    window.addEventListener('beforeunload', ask)
    window.addEventListener('popstate', stay)
    return () => {
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('popstate', stay)
      if (window.history.state === GUARD) window.history.back()
    }
  }, [])
  return wentBack && !saved
}
