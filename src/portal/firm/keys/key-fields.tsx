import { Switch, Textarea, type TextareaProps } from '@mantine/core'
import { useState } from 'react'
import type { FirmStatusFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { findRangeProblem } from './ip-ranges.ts'
import { findReturnUrlProblem } from './return-urls.ts'

interface TextProps extends Pick<TextareaProps, 'onChange'> {
  readonly value: string
}

/** The addresses from which a key may be used. */
export function IpRangesInput(field: TextProps) {
  return (
    <LinesInput
      label={t('Allowed IP ranges')}
      description={t('One per line. Leave empty to allow any address.')}
      placeholder={'203.0.113.0/24\n2001:db8::/32'}
      problem={findRangeProblem(field.value)}
      {...field}
    />
  )
}

/** The addresses to which clients may go back. */
export function ReturnUrlsInput(field: TextProps) {
  return (
    <LinesInput
      label={t('Return addresses')}
      description={t(
        'Where clients can go back to after they answer a connection link. One https address per line. Links to an address that you remove no longer lead back.',
      )}
      placeholder="https://firm.example/connected"
      problem={findReturnUrlProblem(field.value)}
      {...field}
    />
  )
}

// An entry on each line. Shows a problem when the field loses the focus.
function LinesInput({ problem, ...field }: TextareaProps & { problem: string | null }) {
  const [touched, setTouched] = useState(false)
  return (
    <Textarea
      autosize
      minRows={2}
      maxRows={6}
      spellCheck={false}
      error={touched ? problem : null}
      onBlur={() => setTouched(true)}
      {...field}
    />
  )
}

interface SwitchProps {
  readonly firm: Pick<FirmStatusFragment, 'keyManagement'>
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

/** The right of a key to create connection links. Only an admin gives it, also to a key of the sandbox. */
export function CreatesLinksSwitch({ firm, value, onChange }: SwitchProps) {
  if (firm.keyManagement === 'not_admin') return null
  return (
    <Switch
      label={t('Creates connection links')}
      description={t(
        'Your program creates links with this key, each for one approval. If you turn it off, its open links are revoked.',
      )}
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
