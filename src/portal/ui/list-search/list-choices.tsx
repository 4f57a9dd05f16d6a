import { NativeSelect } from '@mantine/core'
import type { Choice, ListSearch } from './use-list-search.ts'

interface Props {
  readonly of: ListSearch
  readonly choices: readonly Choice[]
}

/** The filters and the order of a list, each a field of its own. */
export function ListChoices({ of, choices }: Props) {
  return choices.map((choice) => (
    <NativeSelect
      key={choice.name}
      label={choice.label}
      flex="1 1 11rem"
      data={[
        { value: '', label: choice.otherwise },
        ...Object.entries(choice.options).map(([value, label]) => ({ value, label })),
      ]}
      value={of.chosen(choice) ?? ''}
      onChange={({ currentTarget: { value } }) => of.choose(choice, value)}
    />
  ))
}
