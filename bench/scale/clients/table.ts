import type { machine } from '../../report/machine.ts'
import type { Storage } from '../storage.ts'
import type { CommandCost } from './commands.ts'
import type { RowCost, StartCost } from './measure.ts'
import type { Row } from './requests.ts'

export interface Results {
  readonly machine: ReturnType<typeof machine>
  readonly commit: string
  /** The mean load of the machine while it was measured. */
  readonly load: number
  readonly storage: Storage
  readonly start: StartCost
  readonly rows: readonly (Row & { readonly cost: RowCost })[]
  readonly commands: readonly CommandCost[]
}

/** The results as a page of the documentation. */
export function formatPage(results: Results): string {
  const { storage, start, rows, commands } = results
  return `# A firm of ${count(storage.clients)} clients

\`npm run bench:scale -- --clients ${storage.clients} --publish\` has written this page at ${results.commit.slice(0, 8)}, in one run.
The machine: ${describeMachine(results)}. The client of the requests has 100,000 of the ${count(storage.assets)} assets. Each client has given six grants. The firm has
64 keys, a million audit events, usage of 90 days, and 200 webhook endpoints. The database has ${gigabytes(storage.bytes)} GB. This belongs to the decisions
[2](../decisions/002-prisma-writes-sql-reads.md) and [41](../decisions/041-searched-lists.md).

## Requests

Milliseconds of one request at a time. The first request finds nothing in the caches of the gateway. The others follow it,
one after another; a tenth of them took longer than "slow". Processor times are means, without those of helpers of a parallel scan, and
the statements include those of the jobs, about ${start.idleStatements.toFixed(1)} a second.

| reader | request | first | median | slow | gateway's processor | PostgreSQL's processor | statements | grows with |
|---|---|---|---|---|---|---|---|---|
${rows.map(({ reader, name, cost, grows }) => `| ${[reader, name, ms(cost.first), ms(cost.median), ms(cost.high), ms(cost.gatewayCpu), ms(cost.databaseCpu), cost.statements.toFixed(1), grows ?? ''].join(' | ')} |`).join('\n')}

## Start and commands

A gateway serves after ${start.seconds.toFixed(1)} s, of which it uses the processor for ${start.cpuSeconds.toFixed(1)} s. It has ${Math.round(start.mb)} MB then.

| command | processor, s | highest memory, MB |
|---|---|---|
${commands.map(({ name, cpuSeconds, peakMb }) => `| \`orangery ${name}\` | ${cpuSeconds.toFixed(2)} | ${Math.round(peakMb)} |`).join('\n')}

## Storage

| table | rows | MB | bytes for each row |
|---|---|---|---|
${storage.tables
  .slice(0, 16)
  .map(
    ({ table, rows: n, heap, indexes }) =>
      `| ${table} | ${count(n)} | ${Math.round((heap + indexes) / 1e6)} | ${Math.round((heap + indexes) / n)} |`,
  )
  .join('\n')}
`
}

function describeMachine({ machine, load }: Results): string {
  const { processor, cores, memory_bytes: memory, system } = machine
  const rest = `${cores} processors, ${Math.round(memory / 2 ** 30)} GB, ${system}`
  return `${processor}, ${rest}. Other work kept ${load.toFixed(1)} processors busy meanwhile, so processor times tell more than the others`
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0)
}
