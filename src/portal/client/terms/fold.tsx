import { Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import classes from './terms-editor.module.css'

interface Props {
  readonly title: string
  /** The chosen value, beside the title. */
  readonly value?: ReactNode
  /** Whether it is unfolded at first. */
  readonly isOpen?: boolean
  readonly children: ReactNode
}

/** A part of a form that unfolds below its title. */
export function Fold({ title, value, isOpen = false, children }: Props) {
  // Later the person alone opens and closes it.
  const [open] = useState(isOpen)
  return (
    <details open={open} className={classes.fold}>
      <summary>
        <Title order={2} size="h6" component="h2" display="inline">
          {title}
        </Title>{' '}
        {value}
      </summary>
      {children}
    </details>
  )
}
