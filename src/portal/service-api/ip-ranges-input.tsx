import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { rangeProblem } from './ip-ranges.ts'

interface Props {
  readonly value: string
  readonly onChange: (text: string) => void
}

/** From where a key may be used. Says what is wrong once the field is left. */
export function IpRangesInput({ value, onChange }: Props) {
  const [left, setLeft] = useState(false)
  return (
    <Textarea
      label="Allowed IP ranges"
      description="One per line. Leave empty to allow any address."
      placeholder={'203.0.113.0/24\n2001:db8::/32'}
      autosize
      minRows={2}
      maxRows={6}
      spellCheck={false}
      value={value}
      error={left ? rangeProblem(value) : null}
      onBlur={() => setLeft(true)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
