import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { isConfirming } from '../data/session/step-up.ts'

interface Props extends Omit<ModalProps, 'opened'> {
  /** The dialog's action removes its opener, such as the button of a record that is deleted. */
  readonly takesOpener?: boolean
  /** A request is running: closing now would lose its response, which may be a secret. */
  readonly busy?: boolean
  /** It lies above another dialog, whose request waits for it. That request restores the focus. */
  readonly isAbove?: boolean
}

/** A dialog that is open while it is mounted. When it closes, the focus goes back to its opener. */
export function Dialog(props: Props) {
  const { takesOpener = false, busy = false, isAbove = false, onClose, ...modal } = props
  const [opener] = useState(openerOf)
  const focusTarget = useRef<Element | null>(opener)
  useEffect(() => {
    focusTarget.current = takesOpener ? null : opener
  }, [takesOpener, opener])
  useEffect(() => {
    if (isAbove) return
    return () => void setTimeout(() => returnFocus(focusTarget.current))
  }, [isAbove])
  const close = () => {
    if (!busy && (isAbove || !isConfirming())) onClose()
  }
  return <Modal opened onClose={close} {...modal} {...(isAbove && ABOVE)} />
}

const ABOVE = { zIndex: 300, returnFocus: false }

let latest: Element | null = null

// A dialog that follows another, such as a secret after its form, has the same opener.
function openerOf(): Element | null {
  const active = leadOf(document.activeElement)
  if (active && active !== document.body && !active.closest('[role=dialog]')) latest = active
  return latest
}

// An item of a menu goes away with it: its button stays.
function leadOf(active: Element | null): Element | null {
  const menu = active?.closest('[role=menu]')
  return menu ? document.querySelector(`[aria-controls="${menu.id}"]`) : active
}

// Without an opener, the focus goes to the page's heading.
function returnFocus(opener: Element | null): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) return
  const target = opener?.isConnected ? opener : document.querySelector('h1')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
