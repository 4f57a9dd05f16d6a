import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface Target {
  readonly href: string
  readonly onClick?: () => void
  readonly children: ReactNode
}

/** A link to a page of the portal. Without a size, it has that of the text around it. */
export function To(props: AnchorProps & Target) {
  return <Anchor component={Link} inherit={props.size === undefined} {...props} />
}

/** The same as a button. */
export function ButtonTo(props: ButtonProps & Target) {
  return <Button component={Link} {...props} />
}

/** A part of a text that leads to the documentation, which has pages of its own. */
export function toDocs(parts: ReactNode): ReactNode {
  return (
    <Anchor href="/docs" inherit underline="always">
      {parts}
    </Anchor>
  )
}
