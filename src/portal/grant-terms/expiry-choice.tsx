import { Radio, Stack, TextInput } from '@mantine/core'
import { dateInWords } from '../words.ts'
import { Missing } from './missing.tsx'
import { type ExpiryChoice as Choice, type ExpiryKind, isExpiryWhole, NO_DAY_YET } from './terms.ts'
import classes from './terms-editor.module.css'

interface Props {
  readonly choice: Choice
  /** The end that an earlier choice has set, which may be kept. */
  readonly kept: string | null
  /** Whether to say what is missing. */
  readonly strict: boolean
  readonly onChange: (choice: Choice) => void
}

const KINDS: readonly { kind: ExpiryKind; label: string }[] = [
  { kind: 'month', label: 'In 30 days' },
  { kind: 'year', label: 'In one year' },
  { kind: 'date', label: 'On a date I choose' },
  { kind: 'none', label: 'No end date (until I revoke it)' },
]

/** When the grant ends by itself. */
export function ExpiryChoice({ choice, kept, strict, onChange }: Props) {
  const keeping = {
    kind: 'kept',
    label: `Keep current end date (${kept && dateInWords(kept)})`,
  } as const
  const kinds = kept === null ? KINDS : [keeping, ...KINDS]
  const choose = (value: string) => {
    const known = kinds.find(({ kind }) => kind === value)
    if (known) onChange({ ...choice, kind: known.kind })
  }
  return (
    <Radio.Group aria-label="For how long" value={choice.kind} onChange={choose}>
      <Stack gap="sm">
        {kinds.map(({ kind, label }) => (
          <Stack key={kind} gap="sm">
            <Radio value={kind} label={label} />
            {kind === 'date' && choice.kind === 'date' && (
              <OwnDay choice={choice} strict={strict} onChange={onChange} />
            )}
          </Stack>
        ))}
      </Stack>
    </Radio.Group>
  )
}

function OwnDay({ choice, strict, onChange }: Omit<Props, 'kept'>) {
  return (
    <Stack gap="xs" className={classes.nested}>
      <TextInput
        type="date"
        label="Last day"
        maw={240}
        value={choice.date}
        min={new Date().toISOString().slice(0, 10)}
        max="9999-12-30"
        onChange={({ currentTarget }) => onChange({ ...choice, date: currentTarget.value })}
      />
      {strict && !isExpiryWhole(choice) && <Missing>{NO_DAY_YET}</Missing>}
    </Stack>
  )
}
