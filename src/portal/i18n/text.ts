import { IntlMessageFormat } from 'intl-messageformat'
import { Children, type ReactNode } from 'react'
import { isolate } from './isolate.ts'
import { findTranslation, LOCALE } from './language.ts'

type Values = Readonly<Record<string, string | number | boolean>>
// A text with an argument needs its values.
type ValuesOf<Text extends string> = Text extends `${string}{${string}` ? [Values] : []

const FORMATS = new Map<string, IntlMessageFormat>()

/**
 * The text in the language of the page. The English text itself is the key of its translations. Arguments and plurals
 * are in ICU message syntax: `t('{count, plural, one {# asset} other {# assets}}', { count })`. After a bar stands the
 * context of a word that other languages say in two ways: `t('Answered|result')`.
 */
export function t<Text extends string>(text: Text, ...[values]: ValuesOf<Text>): string {
  if (values === undefined) return translated(text)
  return String(formatOf(text).format(isolated(values)))
}

type Wrap = (parts: ReactNode) => ReactNode

/**
 * The same with elements: `rich('Read <link>the guide</link>', { link: (parts) => <Anchor href="/docs">{parts}</Anchor> })`.
 * A translation places each element where its language needs it.
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

// The parsed form of a text in the language of the page. There are as many as texts in the code.
function formatOf(text: string): IntlMessageFormat {
  const known = FORMATS.get(text)
  if (known) return known
  const created = new IntlMessageFormat(translated(text), LOCALE)
  FORMATS.set(text, created)
  return created
}

function translated(text: string): string {
  return findTranslation(text) ?? text.replace(/\|.*/, '')
}

// A name or an amount from left to right would change the order of the words beside it.
function isolated(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolate(value, 'auto') : value,
    ]),
  )
}
