import { Button, Group, type ModalProps, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { PortalError } from '../data/error.ts'
import { t } from '../i18n/text.ts'
import { Dialog } from './dialog.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { Form } from './form.tsx'
import classes from './form-dialog.module.css'

interface Props {
  readonly title: string
  readonly size?: ModalProps['size']
  readonly children: ReactNode
  /** The label of the submit button. */
  readonly verb: string
  /** While the request runs, the dialog can be neither closed nor sent again: its response may be a secret or an error. */
  readonly busy: boolean
  readonly error: PortalError | null
  readonly errorTitle?: string | undefined
  readonly destructive?: boolean
  readonly disabled?: boolean
  /** Says why there is nothing to save. */
  readonly unchanged?: string | null
  /** See `Dialog`. */
  readonly takesOpener?: boolean
  /** See `Dialog`. */
  readonly isAbove?: boolean
  /** False where a click outside would lose what cannot be shown again. */
  readonly closeOnClickOutside?: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** A dialog with a form: its fields, the error of the last attempt, and two buttons that stay in sight. */
export function FormDialog(props: Props) {
  const {
    children,
    verb,
    busy,
    error,
    errorTitle,
    destructive,
    disabled,
    unchanged = null,
    onSubmit,
    ...dialog
  } = props
  const reasonId = useId()
  return (
    <Dialog busy={busy} {...dialog}>
      <Form onSubmit={() => unchanged === null && onSubmit()}>
        {children}
        {error && (
          // An answer below the fields that are in sight would not be seen.
          <div ref={scrollIntoView} className={classes.error}>
            <ErrorNotice error={error} title={errorTitle} />
          </div>
        )}
        <Group justify="flex-end" className={classes.buttons}>
          {unchanged !== null && (
            <Text id={reasonId} size="sm" c="dimmed">
              {unchanged}
            </Text>
          )}
          <Button variant="default" disabled={busy} onClick={dialog.onClose}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={disabled}
            aria-disabled={unchanged !== null}
            aria-describedby={unchanged === null ? undefined : reasonId}
            color={destructive ? 'red' : undefined}
          >
            {verb}
          </Button>
        </Group>
      </Form>
    </Dialog>
  )
}

function scrollIntoView(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' })
}
