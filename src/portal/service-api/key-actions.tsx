import { Button, Group } from '@mantine/core'
import type { KeyDeed } from './key-dialog.tsx'
import type { ShownKey } from './key-facts.tsx'

interface Props {
  readonly apiKey: ShownKey
  readonly onOpen: (deed: KeyDeed) => void
}

/** What the reader may do with the key: without the plan to revoke, with it everything. */
export function KeyActions({ apiKey: { firm, state }, onOpen }: Props) {
  const planned = firm.keyManagement === 'allowed'
  if (firm.keyManagement === 'not_admin' || state === 'revoked') return null
  return (
    <Group gap="xs">
      {state === 'active' && (
        <>
          <Button disabled={!planned} onClick={() => onOpen('link')}>
            Connection link
          </Button>
          <Button variant="default" disabled={!planned} onClick={() => onOpen('roll')}>
            Rotate
          </Button>
        </>
      )}
      <Button variant="default" disabled={!planned} onClick={() => onOpen('edit')}>
        Edit
      </Button>
      <Button variant="outline" color="red" onClick={() => onOpen('revoke')}>
        Revoke
      </Button>
    </Group>
  )
}
