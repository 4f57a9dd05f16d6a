import { Alert, Button, Checkbox, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from './copy-button.tsx'

interface Props {
  readonly title: string
  /** What the secret is: "the API key". */
  readonly what: string
  readonly secret: string
  /** A command that works as it stands, with the secret in it. */
  readonly curl?: string
  /** What else there is to know. */
  readonly note?: string
  readonly onClose: () => void
}

/**
 * Shows a secret, this once. It closes only by its button, and only after the reader has said that
 * it is stored: not by Escape, not by a click beside it. Mount it with the secret, unmount it to
 * forget the secret.
 */
export function SecretDialog({ title, what, secret, curl, note, onClose }: Props) {
  const [stored, setStored] = useState(false)
  return (
    <Modal
      opened
      onClose={() => {}}
      title={title}
      size="lg"
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="fruit" variant="light">
          This is the only time that {what} is shown. Store it where you keep your passwords.
        </Alert>
        <Block text={secret} what={what} label={what} />
        {note && <Text size="sm">{note}</Text>}
        {curl && <Text size="sm">Try it:</Text>}
        {curl && <Block text={curl} what="the command" label="A command to try" />}
        <Checkbox
          label="I have stored it"
          checked={stored}
          onChange={({ currentTarget }) => setStored(currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button disabled={!stored} onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Block({ text, what, label }: { text: string; what: string; label: string }) {
  return (
    <Group align="flex-start" wrap="nowrap" gap="xs">
      <Code block flex={1} miw={0} style={WRAPPED} role="region" aria-label={label}>
        {text}
      </Code>
      <CopyButton text={text} what={what} />
    </Group>
  )
}

const WRAPPED = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const
