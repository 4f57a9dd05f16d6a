import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useState } from 'react'

interface Props extends ButtonProps {
  /** Its label. */
  readonly children: string
  /** The name for screen readers, of a button that stands in each row of a list. */
  readonly 'aria-label'?: string
  readonly dialog: (onClose: () => void) => ReactNode
}

/**
 * A button that opens a dialog. The dialog goes with the button: what it shows must not depend on a list that its own
 * action shortens.
 */
export function DialogButton({ dialog, ...button }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}
