import { EditKeyDialog } from './edit-key-dialog.tsx'
import type { ShownKey } from './key-facts.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'

export type KeyAction = 'edit' | 'rotate' | 'revoke'

interface Props {
  readonly action: KeyAction
  /** The key as it was when the dialog was opened. */
  readonly apiKey: ShownKey
  readonly version: string
  readonly onClose: () => void
}

/** The dialog of a key's action. */
export function KeyDialog({ action, apiKey, version, onClose }: Props) {
  switch (action) {
    case 'edit':
      return <EditKeyDialog apiKey={apiKey} onClose={onClose} />
    case 'rotate':
      return <RotateKeyDialog apiKey={apiKey} version={version} onClose={onClose} />
    case 'revoke':
      return <RevokeKeyDialog apiKey={apiKey} onClose={onClose} />
  }
}
