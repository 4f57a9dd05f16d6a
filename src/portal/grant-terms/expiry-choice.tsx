import { Radio, Stack, TextInput } from '@mantine/core'
import { dateInWords } from '../words.ts'
import type { ExpiryChoice as Choice, ExpiryKind } from './terms.ts'

interface Props {
  readonly choice: Choice
  /** The end that an earlier choice has set, which may be kept. */
  readonly kept: string | null
  /** Whether to say what is missing. */
  readonly strict: boolean
  readonly isWhole: boolean
  readonly onChange: (choice: Choice) => void
}

const KINDS: readonly { kind: ExpiryKind; label: string }[] = [
  { kind: 'month', label: 'In 30 days' },
  { kind: 'year', label: 'In one year' },
  { kind: 'date', label: 'On a date of your own' },
  { kind: 'none', label: 'Not until you revoke it' },
]

/** When the grant ends by itself. */
export function ExpiryChoice({ choice, kept, strict, isWhole, onChange }: Props) {
  const keeping = { kind: 'kept', label: `As it is: ${kept && dateInWords(kept)}` } as const
  const kinds = kept === null ? KINDS : [keeping, ...KINDS]
  const choose = (value: string) => {
    const known = kinds.find(({ kind }) => kind === value)
    if (known) onChange({ ...choice, kind: known.kind })
  }
  return (
    <Stack gap="md">
      <Radio.Group aria-label="When it ends" value={choice.kind} onChange={choose}>
        <Stack gap="sm">
          {kinds.map(({ kind, label }) => (
            <Radio key={kind} value={kind} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {choice.kind === 'date' && (
        <TextInput
          type="date"
          label="Last day"
          maw={240}
          value={choice.date}
          min={new Date().toISOString().slice(0, 10)}
          max="9999-12-30"
          error={strict && !isWhole ? 'Choose a day that lies ahead.' : null}
          onChange={({ currentTarget }) => onChange({ ...choice, date: currentTarget.value })}
        />
      )}
    </Stack>
  )
}
