import { EditKeyDialog } from './edit-key-dialog.tsx'
import type { ShownKey } from './key-facts.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'
import { RollKeyDialog } from './roll-key-dialog.tsx'

export type KeyDeed = 'link' | 'edit' | 'roll' | 'revoke'

interface Props {
  readonly deed: KeyDeed
  /** As it stood when the dialog was opened. */
  readonly apiKey: ShownKey
  readonly version: string
  readonly onClose: () => void
}

/** The dialog of one thing to do with a key. */
export function KeyDialog({ deed, apiKey, version, onClose }: Props) {
  switch (deed) {
    case 'link':
      return <LinkDialog apiKey={apiKey} onClose={onClose} />
    case 'edit':
      return <EditKeyDialog apiKey={apiKey} onClose={onClose} />
    case 'roll':
      return <RollKeyDialog apiKey={apiKey} version={version} onClose={onClose} />
    case 'revoke':
      return <RevokeKeyDialog apiKey={apiKey} onClose={onClose} />
  }
}
