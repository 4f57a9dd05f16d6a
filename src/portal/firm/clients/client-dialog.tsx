import type { AskingKeyFragment, ClientRowFragment } from '../../generated/graphql.ts'
import type { ClientAct } from './client-menu.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { NarrowGrantDialog } from './narrow-grant-dialog.tsx'
import { ReturnGrantDialog } from './return-grant-dialog.tsx'
import { RevokeLinkDialog } from './revoke-link-dialog.tsx'

interface Props {
  readonly act: ClientAct
  readonly client: ClientRowFragment
  readonly firm: { readonly id: string; readonly name: string }
  readonly keys: readonly AskingKeyFragment[]
  readonly onClose: () => void
}

/** The dialog of an action on a client. */
export function ClientDialog({ act, client, firm, keys, onClose }: Props) {
  const { grant, link } = client
  if (act === 'ask') {
    const own = keys.filter(({ id }) => id === client.key.id)
    return <LinkDialog firm={firm} keys={own} client={client} onClose={onClose} />
  }
  if (act === 'narrow' && grant) return <NarrowGrantDialog grant={grant} onClose={onClose} />
  if (act === 'return' && grant) return <ReturnGrantDialog grant={grant} onClose={onClose} />
  return link && <RevokeLinkDialog link={link} onClose={onClose} />
}
