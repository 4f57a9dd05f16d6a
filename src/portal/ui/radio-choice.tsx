import { Radio, Stack } from '@mantine/core'
import { isOption } from './list-search/use-list-search.ts'

interface Option {
  readonly label: string
  readonly description?: string
  readonly disabled?: boolean
}

interface Props<Value extends string> {
  readonly label: string
  /** In the order in which they are shown. */
  readonly options: Readonly<Record<Value, string | Option>>
  /** Null: nothing is chosen yet. */
  readonly value: Value | null
  readonly onChange: (value: Value) => void
}

/** Chooses one of a few values, which are all in sight. */
export function RadioChoice<Value extends string>({ options, onChange, ...group }: Props<Value>) {
  const choose = (value: string) => {
    if (isOption(options, value)) onChange(value)
  }
  return (
    <Radio.Group {...group} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {Object.entries<string | Option>(options).map(([value, option]) => (
          <Radio
            key={value}
            value={value}
            required
            {...(typeof option === 'string' ? { label: option } : option)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
