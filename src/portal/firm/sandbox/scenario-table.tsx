import { Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import {
  RunSandboxScenarioDocument,
  type RunSandboxScenarioMutation,
  type SandboxScenario,
} from '../../generated/graphql.ts'
import { rich, t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Instant } from '../../ui/instant.tsx'
import { Section } from '../../ui/page-parts.tsx'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { SCENARIO_TEXTS, type ScenarioText } from './scenarios.ts'

interface Row extends ScenarioText {
  readonly id: SandboxScenario
}

interface Done extends Row {
  readonly seed: number
  readonly result: RunSandboxScenarioMutation['sandboxScenario']
}

const ROWS: readonly Row[] = Object.entries(SCENARIO_TEXTS).map(([id, text]) => ({
  ...text,
  // The keys of the table are the scenarios. `entries` loses their type.
  id: id as SandboxScenario,
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
    setStarted(row.id)
    setDone(null)
    const data = await run({ name: row.id, seed: parsed, keyId })
    if (data) setDone({ ...row, seed: parsed, result: data.sandboxScenario })
  }
  const noteOf = ({ id }: Row) => {
    if (id !== started) return ''
    if (busy) return t('Running…')
    if (!done) return error ? t('Not run') : ''
    return done.result.changed ? <Held of={done} /> : t('Nothing changed')
  }
  return (
    <Section
      title={t('Scenarios')}
      description={t(
        'Each is a real change: it is in deltas, in the change feed and at webhooks, like a change of a client.',
      )}
    >
      <TextInput
        label={t('Seed')}
        description={t(
          '0 to 999. It chooses the asset and its values: the same seed gives the same bodies.',
        )}
        inputMode="numeric"
        maxLength={3}
        maw={320}
        value={seed}
        error={parsed === null ? t('Enter a whole number from 0 to 999.') : null}
        onChange={({ currentTarget }) => setSeed(currentTarget.value)}
      />
      <VisuallyHidden role="status">
        {busy ? t('Running…') : done && <Outcome of={done} />}
      </VisuallyHidden>
      {error && <ErrorNotice error={error} title={t('The scenario did not run')} />}
      <RecordTable
        label={t('Scenarios')}
        columns={canRun ? [...COLUMNS, runColumn((row) => void start(row), noteOf)] : COLUMNS}
        records={ROWS}
      />
    </Section>
  )
}

const COLUMNS: readonly Column<Row>[] = [
  [t('Scenario'), ({ title }) => title],
  [t('What happens'), ({ happens }) => happens],
  [t('What your program sees'), ({ seen }) => seen],
]

// A screen reader reads the status above the table. The note has its room before it is there, so that nothing moves.
function runColumn(start: (row: Row) => void, noteOf: (row: Row) => ReactNode): Column<Row> {
  return [
    t('Run'),
    (row) => (
      <Group gap="xs" wrap="nowrap" w="16rem" maw="100%" mih="3.9rem">
        <Button
          variant="default"
          size="compact-sm"
          flex="none"
          aria-label={t('Run: {title}', { title: row.title })}
          onClick={() => start(row)}
        >
          {t('Run')}
        </Button>
        <Text size="sm" aria-hidden>
          {noteOf(row)}
        </Text>
      </Group>
    ),
    'plain',
  ]
}

function Held({ of: { seed, result } }: { of: Done }) {
  return rich('With seed {seed}: done. It holds from {instant}.', {
    seed,
    instant: <Instant at={result.at} exact />,
  })
}

function Outcome({ of: { title, seed, result } }: { of: Done }) {
  if (!result.changed) return t('{title}: everything was so before. Nothing changed.', { title })
  return rich('{title}, with seed {seed}: done. It holds from {instant}.', {
    title,
    seed,
    instant: <Instant at={result.at} exact />,
  })
}

const SEED = /^\d{1,3}$/

function parseSeed(text: string): number | null {
  return SEED.test(text.trim()) ? Number(text.trim()) : null
}
