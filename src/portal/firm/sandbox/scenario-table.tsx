import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import {
  RunSandboxScenarioDocument,
  type RunSandboxScenarioMutation,
  type SandboxScenario,
} from '../../generated/graphql.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Instant } from '../../ui/instant.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { Section } from '../../ui/section.tsx'
import { SCENARIO_TEXTS, type ScenarioText } from './scenarios.ts'
import { parseSeed } from './seed.ts'

interface Row extends ScenarioText {
  readonly name: SandboxScenario
}

interface Done extends Row {
  readonly seed: number
  readonly result: RunSandboxScenarioMutation['sandboxScenario']
}

const ROWS: readonly Row[] = Object.entries(SCENARIO_TEXTS).map(([name, text]) => ({
  ...text,
  // The keys of the table are the scenarios. `entries` loses their type.
  name: name as SandboxScenario,
}))

interface Props {
  readonly keyId: string
  /** Whether the user is an admin of the firm and the key is live. */
  readonly canRun: boolean
}

/** The scenarios, each with a button that runs it, and the result of the last one. */
export function ScenarioTable({ keyId, canRun }: Props) {
  const [seed, setSeed] = useState('0')
  const [started, setStarted] = useState<SandboxScenario | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const { run, busy, error } = useAction(RunSandboxScenarioDocument)
  const parsed = parseSeed(seed)
  const start = async (row: Row) => {
    if (parsed === null || busy) return
    setStarted(row.name)
    setDone(null)
    const data = await run({ name: row.name, seed: parsed, keyId })
    if (data) setDone({ ...row, seed: parsed, result: data.sandboxScenario })
  }
  const noteOf = ({ name }: Row) => {
    if (name !== started) return ''
    if (busy) return 'Running…'
    if (!done) return error ? 'Not run' : ''
    return done.result.changed ? 'Done' : 'Nothing changed'
  }
  return (
    <Section
      title="Scenarios"
      description="Each is a real change: it is in deltas, in the change feed and at webhooks, like a change of a client."
    >
      <TextInput
        label="Seed"
        description="0 to 999. It chooses the asset and its values: the same seed gives the same bodies."
        inputMode="numeric"
        maxLength={3}
        maw={320}
        value={seed}
        error={parsed === null ? 'Enter a whole number from 0 to 999.' : null}
        onChange={({ currentTarget }) => setSeed(currentTarget.value)}
      />
      <Text size="sm" role="status">
        {busy ? 'Running…' : done && <Outcome of={done} />}
      </Text>
      {error && <ErrorNotice error={error} title="The scenario did not run" />}
      <RecordTable
        label="Scenarios"
        columns={canRun ? [...COLUMNS, runColumn((row) => void start(row), noteOf)] : COLUMNS}
        records={ROWS}
        keyOf={({ name }) => name}
      />
    </Section>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Scenario', cell: ({ title }) => title },
  { name: 'What happens', cell: ({ happens }) => happens },
  { name: 'What your program sees', cell: ({ seen }) => seen },
]

// The note is for those who see the button and not the message above, on a phone. A screen reader reads the message.
function runColumn(start: (row: Row) => void, noteOf: (row: Row) => string): Column<Row> {
  return {
    name: 'Run',
    plain: true,
    cell: (row) => (
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Run: ${row.title}`}
          onClick={() => start(row)}
        >
          Run
        </Button>
        <Text size="sm" aria-hidden>
          {noteOf(row)}
        </Text>
      </Group>
    ),
  }
}

function Outcome({ of: { title, seed, result } }: { of: Done }) {
  if (!result.changed) return `${title}: everything was so before. Nothing changed.`
  return (
    <>
      {title}, with seed {seed}: done. It holds from <Instant at={result.at} exact />.
    </>
  )
}
