import { Button, Group } from '@mantine/core'

interface Props {
  readonly verb: string
  /** What was asked for is under way, and is no longer cancelled. */
  readonly busy: boolean
  readonly onClose: () => void
  readonly destructive?: boolean
  readonly disabled?: boolean
}

/** The foot of a form in a dialog. */
export function DialogButtons({ verb, busy, onClose, destructive, disabled }: Props) {
  return (
    <Group justify="flex-end">
      <Button variant="default" disabled={busy} onClick={onClose}>
        Cancel
      </Button>
      <Button
        type="submit"
        loading={busy}
        disabled={disabled}
        color={destructive ? 'red' : undefined}
      >
        {verb}
      </Button>
    </Group>
  )
}
