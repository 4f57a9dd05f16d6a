import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../i18n/text.ts'
import { findRangeProblem } from './ip-ranges.ts'

interface Props {
  readonly value: string
  readonly onChange: (text: string) => void
}

/** The addresses from which a key may be used. Shows a problem when the field loses the focus. */
export function IpRangesInput({ value, onChange }: Props) {
  const [touched, setTouched] = useState(false)
  return (
    <Textarea
      label={t('Allowed IP ranges')}
      description={t('One per line. Leave empty to allow any address.')}
      placeholder={'203.0.113.0/24\n2001:db8::/32'}
      autosize
      minRows={2}
      maxRows={6}
      spellCheck={false}
      value={value}
      error={touched ? findRangeProblem(value) : null}
      onBlur={() => setTouched(true)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
