import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { isConfirming } from '../data/session/step-up.ts'

interface Props extends Omit<ModalProps, 'opened'> {
  /** The dialog's action removes its opener, such as the button of a record that is deleted. */
  readonly takesOpener?: boolean
  /** A request is running: closing now would lose its response, which may be a secret. */
  readonly busy?: boolean
}

/** A dialog that is open while it is mounted. When it closes, the focus goes back to its opener. */
export function Dialog({ takesOpener = false, busy = false, onClose, ...modal }: Props) {
  const [opener] = useState(openerOf)
  const focusTarget = useRef<Element | null>(opener)
  useEffect(() => {
    focusTarget.current = takesOpener ? null : opener
  }, [takesOpener, opener])
  useEffect(() => () => void setTimeout(() => returnFocus(focusTarget.current)), [])
  const close = () => {
    if (!busy && !isConfirming()) onClose()
  }
  return <Modal opened onClose={close} {...modal} />
}

let latest: Element | null = null

// A dialog that follows another, such as a secret after its form, has the same opener.
function openerOf(): Element | null {
  const active = document.activeElement
  if (active && active !== document.body && !active.closest('[role=dialog]')) latest = active
  return latest
}

// Without an opener, the focus goes to the page's heading.
function returnFocus(opener: Element | null): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) return
  const target = opener?.isConnected ? opener : document.querySelector('h1')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
