import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../i18n/text.ts'
import { findReturnUrlProblem } from './return-urls.ts'

interface Props {
  readonly value: string
  readonly onChange: (text: string) => void
}

/** The addresses to which clients may go back. Shows a problem when the field loses the focus. */
export function ReturnUrlsInput({ value, onChange }: Props) {
  const [touched, setTouched] = useState(false)
  return (
    <Textarea
      label={t('Return addresses')}
      description={t(
        'Where clients can go back to after they answer a connection link. One https address per line. Links to an address that you remove no longer lead back.',
      )}
      placeholder="https://firm.example/connected"
      autosize
      minRows={2}
      maxRows={6}
      spellCheck={false}
      value={value}
      error={touched ? findReturnUrlProblem(value) : null}
      onBlur={() => setTouched(true)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
