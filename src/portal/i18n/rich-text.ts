import { Children, type ReactNode } from 'react'
import { isolate } from './isolate.ts'
import { formatOf } from './text.ts'

type Wrap = (parts: ReactNode) => ReactNode

/**
 * The text in the language of the page, with elements: `rich('Read <link>the guide</link>', { link: (parts) =>
 * <Anchor href="/docs">{parts}</Anchor> })`. A translation places each element where its language needs it.
 */
export function rich(text: string, values: Readonly<Record<string, ReactNode | Wrap>>): ReactNode {
  const given = Object.entries(values).map(([name, value]) => [name, asPart(value)])
  const parts = formatOf(text).format<ReactNode>(Object.fromEntries(given))
  return Array.isArray(parts) ? Children.toArray(parts) : parts
}

function asPart(value: ReactNode | Wrap) {
  if (typeof value === 'string') return isolate(value, 'auto')
  if (typeof value !== 'function') return value
  return (parts: ReactNode[]) => value(Children.toArray(parts))
}
