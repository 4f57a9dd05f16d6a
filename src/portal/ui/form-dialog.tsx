import { Button, Group, type ModalProps, Text } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { Action } from '../data/use-run.ts'
import { t } from '../i18n/text.ts'
import { Dialog } from './dialog.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { Form } from './form.tsx'
import classes from './form-dialog.module.css'
import { Dimmed } from './inline.tsx'
import { type Notice, notify, scrollIntoView } from './notices.tsx'

/** The texts, fields and action of a dialog with a form. */
export interface FormDialogProps<Input, Body> {
  readonly title: string
  readonly size?: ModalProps['size']
  /** The text above the fields, such as the effects. */
  readonly lead?: ReactNode
  readonly children?: ReactNode
  /** The label of the submit button. */
  readonly verb: string
  /** While it runs, the dialog can be neither closed nor sent again: its response may be a secret or an error. */
  readonly action: Action<Input, Body>
  /** Null: nothing can be sent. */
  readonly input: Input | null
  /** Shows what came of it. By default the dialog closes. */
  readonly onDone?: (body: Body) => void
  /** The view that replaces it after success, such as a secret. `again` leads back to the form. */
  readonly next?: ((body: Body, again: () => void) => ReactNode) | undefined
  /** Says that it was done, when the dialog has closed. */
  readonly says?: (body: Body) => Notice
  readonly errorTitle?: string | undefined
  readonly destructive?: boolean
  readonly disabled?: boolean
  /** Says why there is nothing to save. */
  readonly unchanged?: string | null
  /** The action removes the opener. See `Dialog`. */
  readonly takesOpener?: boolean
  /** See `Dialog`. */
  readonly isAbove?: boolean
  /** False where a click outside would lose what cannot be shown again. */
  readonly closeOnClickOutside?: boolean
  /** Called on cancelling, and after success. */
  readonly onClose: () => void
}

/** A dialog with a form: its fields, the error of the last attempt, and two buttons that stay in sight. */
export function FormDialog<Input, Body>(props: FormDialogProps<Input, Body>) {
  const { title, size, isAbove, closeOnClickOutside, onClose, verb, action } = props
  const { unchanged = null, says, next } = props
  const { busy, error } = action
  const dialog = { title, size, isAbove, closeOnClickOutside, onClose, busy }
  const [isSent, setSent] = useState(false)
  const [done, setDone] = useState<{ readonly body: Body } | null>(null)
  const reasonId = useId()
  const run = (sent: Input) => {
    setSent(true)
    return action.run(sent)
  }
  const close = (body: Body) => {
    onClose()
    if (says) notify(says(body))
  }
  if (done && next) return next(done.body, () => setDone(null))
  return (
    <Dialog {...dialog} takesOpener={props.takesOpener === true && isSent && !error}>
      <Form
        action={{ ...action, run }}
        input={unchanged === null ? props.input : null}
        onDone={next ? (body) => setDone({ body }) : (props.onDone ?? close)}
      >
        {props.lead && (
          <Text size="sm" component="div">
            {props.lead}
          </Text>
        )}
        {props.children}
        {error && (
          // An answer below the fields that are in sight would not be seen.
          <div ref={scrollIntoView} className={classes.error}>
            <ErrorNotice error={error} title={props.errorTitle} />
          </div>
        )}
        <Group justify="flex-end" className={classes.buttons}>
          {unchanged !== null && <Dimmed id={reasonId}>{unchanged}</Dimmed>}
          <Button variant="default" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            loading={busy}
            disabled={props.disabled}
            aria-disabled={unchanged !== null}
            aria-describedby={unchanged === null ? undefined : reasonId}
            color={props.destructive ? 'red' : undefined}
          >
            {verb}
          </Button>
        </Group>
      </Form>
    </Dialog>
  )
}
