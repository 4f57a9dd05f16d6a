import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Text,
  type TextProps,
} from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
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

/**
 * A name within a sentence of ours. Its weight and its own direction show where it begins and ends, also if its text
 * tries to hide that.
 */
export function Name({ children }: { readonly children: string }) {
  return <bdi style={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{children}</bdi>
}

/** A small text that matters less than what it stands beside. */
export function Dimmed(props: TextProps & Pick<ComponentProps<'p'>, 'children' | 'id' | 'role'>) {
  return <Text size="sm" c="dimmed" {...props} />
}
