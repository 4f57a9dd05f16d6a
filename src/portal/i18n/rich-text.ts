import { Children, type ReactNode } from 'react'
import { formatOf } from './text.ts'

type Wrap = (parts: ReactNode) => ReactNode

/**
 * The text in the language of the page, with elements: `rich('Read <link>the guide</link>', { link: (parts) =>
 * <Anchor href="/docs">{parts}</Anchor> })`. A translation places each element where its language needs it.
 */
export function rich(text: string, values: Readonly<Record<string, ReactNode | Wrap>>): ReactNode {
  const wrapped = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'function' ? (parts: ReactNode[]) => value(Children.toArray(parts)) : value,
  ])
  const parts = formatOf(text).format<ReactNode>(Object.fromEntries(wrapped))
  return Array.isArray(parts) ? Children.toArray(parts) : parts
}
