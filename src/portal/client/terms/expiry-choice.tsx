import { Radio, Stack, TextInput } from '@mantine/core'
import { serverNow } from '../../data/server-clock.ts'
import { t } from '../../i18n/text.ts'
import { daysFromNow, endOfDay, LAST_DAY, today } from '../../words/dates.ts'
import { formatDate } from '../../words/format.ts'
import { Missing } from './missing.tsx'
import {
  type ExpiryChoice as Choice,
  DATE_REQUIRED,
  DAYS,
  type ExpiryKind,
  toExpiresAt,
} from './terms.ts'
import classes from './terms-editor.module.css'

interface Props {
  readonly choice: Choice
  /** The instant from which days are counted. */
  readonly now: number
  /** Whether to say what is missing. */
  readonly strict: boolean
  readonly onChange: (choice: Choice) => void
}

const KINDS: readonly ExpiryKind[] = ['current', 'month', 'year', 'date', 'none']

/** Each way to end: "30 days (until 28 Dec 2026)". */
const LABELS: Readonly<Record<ExpiryKind, (of: Pick<Props, 'choice' | 'now'>) => string>> = {
  current: ({ choice: { current } }) =>
    t('Keep current end date ({currentExpiry})', { currentExpiry: formatDate(current ?? '') }),
  month: ({ now }) => t('30 days (until {end})', { end: formatDate(daysFromNow(DAYS.month, now)) }),
  year: ({ now }) => t('One year (until {end})', { end: formatDate(daysFromNow(DAYS.year, now)) }),
  date: () => t('On a date I choose'),
  none: () => t('No end date (until I revoke it)'),
}

/** The chosen end. */
export function formatExpiry(choice: Choice, now: number): string {
  const end = choice.kind === 'date' ? endOfDay(choice.date) : null
  return end === null ? LABELS[choice.kind]({ choice, now }) : formatDate(end)
}

/** Chooses when the grant expires. */
export function ExpiryChoice({ choice, now, strict, onChange }: Props) {
  const kinds = KINDS.filter((kind) => kind !== 'current' || choice.current !== null)
  const choose = (value: string) => {
    const kind = kinds.find((each) => each === value)
    if (kind) onChange({ ...choice, kind })
  }
  return (
    <Radio.Group
      label={t('For how long')}
      classNames={{ label: classes.hidden }}
      value={choice.kind}
      onChange={choose}
    >
      <Stack gap="sm">
        {kinds.map((kind) => (
          <Stack key={kind} gap="sm">
            <Radio value={kind} label={LABELS[kind]({ choice, now })} />
            {kind === 'date' && choice.kind === 'date' && (
              <DateInput choice={choice} now={now} strict={strict} onChange={onChange} />
            )}
          </Stack>
        ))}
      </Stack>
    </Radio.Group>
  )
}

function DateInput({ choice, now, strict, onChange }: Props) {
  return (
    <Stack gap="xs" ms={32}>
      <TextInput
        type="date"
        label={t('Last day')}
        maw={240}
        value={choice.date}
        min={today(serverNow())}
        max={LAST_DAY}
        onChange={({ currentTarget }) => onChange({ ...choice, date: currentTarget.value })}
      />
      {strict && toExpiresAt(choice, now) === undefined && <Missing>{DATE_REQUIRED}</Missing>}
    </Stack>
  )
}
