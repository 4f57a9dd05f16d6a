import { useState } from 'react'

interface Typed {
  readonly currentTarget: { readonly value: string }
}

/** The texts in the fields of a form, by their names, and what each field needs. */
export function useFields<Name extends string>(first: Readonly<Record<Name, string>>) {
  const [texts, setTexts] = useState(first)
  /** `clean` changes what is typed. */
  const field = (name: Name, clean: (text: string) => string = String) => ({
    value: texts[name],
    onChange: ({ currentTarget: { value } }: Typed) => setTexts({ ...texts, [name]: clean(value) }),
  })
  return { texts, setTexts, field }
}

/** The part of a pasted text that a field of one line keeps. */
export function oneLine(text: string): string {
  return text.replaceAll('\n', ' ')
}
