import { Radio, Stack, TextInput } from '@mantine/core'
import { serverNow } from '../../data/server-clock.ts'
import { t } from '../../i18n/text.ts'
import { today } from '../../words/dates.ts'
import { formatDate } from '../../words/format.ts'
import { Missing } from './missing.tsx'
import {
  type ExpiryChoice as Choice,
  DATE_REQUIRED,
  type ExpiryKind,
  isExpiryComplete,
} from './terms.ts'
import classes from './terms-editor.module.css'

interface Props {
  readonly choice: Choice
  /** The end date of the grant that is being edited, which can be kept. */
  readonly currentExpiry: string | null
  /** Whether to say what is missing. */
  readonly strict: boolean
  readonly onChange: (choice: Choice) => void
}

interface Option {
  readonly kind: ExpiryKind
  readonly label: string
}

const OPTIONS: readonly Option[] = [
  { kind: 'month', label: t('In 30 days') },
  { kind: 'year', label: t('In one year') },
  { kind: 'date', label: t('On a date I choose') },
  { kind: 'none', label: t('No end date (until I revoke it)') },
]

/** Chooses when the grant expires. */
export function ExpiryChoice({ choice, currentExpiry, strict, onChange }: Props) {
  const options = optionsFor(currentExpiry)
  const choose = (value: string) => {
    const option = options.find(({ kind }) => kind === value)
    if (option) onChange({ ...choice, kind: option.kind })
  }
  return (
    <Radio.Group aria-label={t('For how long')} value={choice.kind} onChange={choose}>
      <Stack gap="sm">
        {options.map(({ kind, label }) => (
          <Stack key={kind} gap="sm">
            <Radio value={kind} label={label} />
            {kind === 'date' && choice.kind === 'date' && (
              <DateInput choice={choice} strict={strict} onChange={onChange} />
            )}
          </Stack>
        ))}
      </Stack>
    </Radio.Group>
  )
}

function optionsFor(currentExpiry: string | null): readonly Option[] {
  if (currentExpiry === null) return OPTIONS
  const label = t('Keep current end date ({currentExpiry})', {
    currentExpiry: formatDate(currentExpiry),
  })
  return [{ kind: 'current', label }, ...OPTIONS]
}

function DateInput({ choice, strict, onChange }: Omit<Props, 'currentExpiry'>) {
  return (
    <Stack gap="xs" className={classes.nested}>
      <TextInput
        type="date"
        label={t('Last day')}
        maw={240}
        value={choice.date}
        min={today(serverNow())}
        max="9999-12-30"
        onChange={({ currentTarget }) => onChange({ ...choice, date: currentTarget.value })}
      />
      {strict && !isExpiryComplete(choice, serverNow()) && <Missing>{DATE_REQUIRED}</Missing>}
    </Stack>
  )
}
