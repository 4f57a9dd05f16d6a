import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CopyBlock } from './copy-block.tsx'
import { Dialog } from './dialog.tsx'

interface Props {
  readonly title: string
  /** What the secret is: "the API key". */
  readonly what: string
  readonly secret: string
  /** A command that works as it stands, with the secret in it. */
  readonly curl?: string
  /** What the command does. */
  readonly tryIt?: string
  /** What else there is to know. */
  readonly note?: string
  readonly onClose: () => void
}

/**
 * Shows a secret, this once. It closes only by its button, and only after the reader has said that
 * it is stored: not by Escape, not by a click beside it. Mount it with the secret, unmount it to
 * forget the secret.
 */
export function SecretDialog({
  title,
  what,
  secret,
  curl,
  note,
  tryIt = 'Try it:',
  onClose,
}: Props) {
  const [stored, setStored] = useState(false)
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
          This is the only time that {what} is shown. Copy it now and keep it in a password manager
          or secret store.
        </Alert>
        <CopyBlock text={secret} what={what} label={what} />
        {note && <Text size="sm">{note}</Text>}
        {curl && <Text size="sm">{tryIt}</Text>}
        {curl && <CopyBlock text={curl} what="the command" label="Test command" />}
        <Checkbox
          label="I have saved it"
          checked={stored}
          onChange={({ currentTarget }) => setStored(currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!stored} onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
