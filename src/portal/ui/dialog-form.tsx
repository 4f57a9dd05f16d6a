import { Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { PortalError } from '../data/error.ts'
import { ErrorNotice } from './error-notice.tsx'

interface Props {
  readonly children: ReactNode
  /** The label of the submit button. */
  readonly verb: string
  /** While the request runs, the form can be neither cancelled nor sent again. */
  readonly busy: boolean
  readonly error: PortalError | null
  readonly errorTitle?: string
  readonly destructive?: boolean
  readonly disabled?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** A form in a dialog: its fields, the error of the last attempt, and the two buttons. */
export function DialogForm(props: Props) {
  const { children, verb, busy, error, errorTitle, destructive, disabled, onSubmit, onClose } =
    props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        {error && <ErrorNotice error={error} title={errorTitle} />}
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
      </Stack>
    </form>
  )
}
