import { type RefObject, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { keepReferences } from '../../../values/redact-secrets.ts'
import { keepTexts, useSearchTexts } from './search-text.ts'

/** A filter or an order of a list. */
export interface Choice<Value extends string = string> {
  /** Its name in the address, after that of the list. */
  readonly name: string
  readonly label: string
  /** The label if nothing is chosen. */
  readonly otherwise: string
  readonly options: Readonly<Record<Value, string>>
}

/** The search and the choices in one list of a page. */
export interface ListSearch {
  readonly text: string
  /** The chosen value; null if there is none. */
  readonly chosen: <Value extends string>(choice: Choice<Value>) => Value | null
  readonly isNarrowed: boolean
  /** Differs whenever what is searched for or chosen does. */
  readonly key: string
  /** The field of the text. Clearing moves the focus there: the button that did it goes away. */
  readonly field: RefObject<HTMLInputElement | null>
  readonly search: (text: string) => void
  readonly choose: (choice: Choice, value: string) => void
  readonly clear: () => void
}

const TEXT = 'text'

/** The names in the address of a place in a list of pages, after that of the list. */
export const PLACES = ['page', 'after'] as const

/** Where the text is kept. The text is in the address only if it can name only the reader's own data. */
type TextPlace = 'state' | 'address'

/**
 * The search of a list, by the name of the list on its page. Choices are in the address and the text is
 * in the state of the history. Each replaces the entry of the history, so that Back leaves the page, and
 * leads to the first page of a list of pages.
 */
export function useListSearch(list: string, textIn: TextPlace = 'state'): ListSearch {
  const [params, setParams] = useSearchParams()
  const texts = useSearchTexts()
  const prefix = `${list}-`
  const inAddress = textIn === 'address'
  const text = (inAddress ? params.get(prefix + TEXT) : texts[list]) ?? ''
  const field = useRef<HTMLInputElement>(null)
  const mine = [...params].filter(
    ([name]) => name.startsWith(prefix) && !PLACES.some((place) => name === prefix + place),
  )
  const write = (changed: URLSearchParams, nextText: string) => {
    const next = withParam(changed, prefix + TEXT, inAddress ? nextText : '')
    for (const place of PLACES) next.delete(prefix + place)
    const kept = inAddress ? texts : { ...texts, [list]: nextText }
    setParams(next, { replace: true, state: keepTexts(kept) })
  }
  return {
    text,
    field,
    isNarrowed: text !== '' || mine.length > 0,
    key: JSON.stringify([text, mine]),
    chosen: ({ name, options }) => {
      const value = params.get(prefix + name)
      return isOption(options, value) ? value : null
    },
    // A pasted secret is kept and sent as far as it is public.
    search: (next) => write(params, keepReferences(next, '')),
    choose: ({ name }, value) => write(withParam(params, prefix + name, value), text),
    clear: () => {
      write(without(params, prefix), '')
      field.current?.focus()
    },
  }
}

/** Whether a value is one of the options. */
export function isOption<Value extends string>(
  options: Readonly<Record<Value, unknown>>,
  value: string | null,
): value is Value {
  return value !== null && Object.hasOwn(options, value)
}

/** The parameters with another value, or without it for an empty one. */
export function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === '') next.delete(name)
  else next.set(name, value)
  return next
}

function without(params: URLSearchParams, prefix: string): URLSearchParams {
  return new URLSearchParams([...params].filter(([name]) => !name.startsWith(prefix)))
}
