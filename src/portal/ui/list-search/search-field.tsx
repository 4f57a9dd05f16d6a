import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type RefObject, useState } from 'react'
import { INPUT_DELAY_MS } from '../input-delay.ts'

interface Props {
  readonly label: string
  /** The text that is searched for now. */
  readonly text: string
  readonly onSearch: (text: string) => void
  readonly field: RefObject<HTMLInputElement | null>
  readonly maxLength?: number
}

/** Searches while the person types, a moment after the last character. */
export function SearchField({ label, text, onSearch, field, maxLength = 100 }: Props) {
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  const search = useDebouncedCallback((next: string) => onSearch(next.trim()), INPUT_DELAY_MS)
  // Back or a button changed the text. A space at its end that is being typed stays.
  if (shown !== text) {
    setShown(text)
    if (typed.trim() !== text) setTyped(text)
  }
  return (
    <TextInput
      ref={field}
      type="search"
      label={label}
      flex="2 1 16rem"
      maxLength={maxLength}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        search(value)
      }}
    />
  )
}
