import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { isConfirming } from '../session/step-up.ts'

interface Props extends Omit<ModalProps, 'opened'> {
  /** What opened it goes when it ends, as the button of a record that is deleted. */
  readonly takesOpener?: boolean
  /** What it asked for is under way: closed now, it would lose the answer, which may be a secret. */
  readonly busy?: boolean
}

/** A dialog for as long as it is mounted. Where it ends, the focus goes back to what opened it. */
export function Dialog({ takesOpener = false, busy = false, onClose, ...modal }: Props) {
  const [opener] = useState(openerOf)
  const back = useRef<Element | null>(opener)
  useEffect(() => {
    back.current = takesOpener ? null : opener
  }, [takesOpener, opener])
  useEffect(() => () => void setTimeout(() => returnFocus(back.current)), [])
  const close = () => {
    if (!busy && !isConfirming()) onClose()
  }
  return <Modal opened onClose={close} {...modal} />
}

let latest: Element | null = null

// A dialog that follows another, such as a secret its form, was opened by what opened that one.
function openerOf(): Element | null {
  const active = document.activeElement
  if (active && active !== document.body && !active.closest('[role=dialog]')) latest = active
  return latest
}

// Without what opened it, to the page's heading: from there one reads on.
function returnFocus(opener: Element | null): void {
  const { activeElement, body } = document
  if (activeElement !== null && activeElement !== body) return
  const target = opener?.isConnected ? opener : document.querySelector('h1')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
