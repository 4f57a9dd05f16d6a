import { t } from '../../i18n/text.ts'
import { NoteDialog } from '../../ui/note-dialog.tsx'

interface Props {
  /** The name of the key. */
  readonly name: string
  /** The way on: "Open the key". */
  readonly verb: string
  readonly onNext: () => void
  readonly onClose: () => void
}

/** Says that a key has a secret whose response was lost, and leads to another secret. */
export function LostSecretDialog({ name, ...dialog }: Props) {
  return (
    <NoteDialog title={t('The secret was lost on its way')} {...dialog}>
      {t(
        'Your first attempt did work: the key “{name}” has the secret. But the answer did not reach this browser, and a secret is shown only once. Rotate the key to get another one.',
        { name },
      )}
    </NoteDialog>
  )
}
