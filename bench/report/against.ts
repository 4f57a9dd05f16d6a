import type { Sample } from '../measure/sample.ts'
import { cpuRatio, type Results, rateRatio } from './results.ts'

/** The gateway as it is now, divided by that of another commit in the same round. Null: it is not known. */
export interface AgainstRow {
  readonly request: string
  readonly rate: Sample | null
  /** Of the processor time of one request. */
  readonly gateway: Sample | null
  readonly database: Sample | null
}

const COMPARED = [
  ['page of 25', 'list', 'Orangery cold', 'before cold'],
  ['single asset', 'single', 'Orangery cold', 'before cold'],
  ['GraphQL page', 'list', 'Orangery GraphQL cold', 'before GraphQL cold'],
] as const

/** The comparisons of a run with `--against`; of another run, none. */
export function againstRows({ rates }: Results): AgainstRow[] {
  return COMPARED.map(([request, workload, now, before]) => {
    const [over, under] = [[workload, now] as const, [workload, before] as const]
    return {
      request,
      rate: rateRatio(rates, over, under),
      gateway: cpuRatio(rates, over, under, 'gateway'),
      database: cpuRatio(rates, over, under, 'database'),
    }
  }).filter(({ rate }) => rate !== null)
}

const HEADS = ['rate', 'gateway µs', 'pg µs'].flatMap((head) => [head, 'min–max'])

/** The comparisons as the rows of a table. */
export function againstTable(results: Results): string[][] {
  const rows = againstRows(results).map(({ request, rate, gateway, database }) => [
    request,
    ...[rate, gateway, database].flatMap((ratio) =>
      ratio
        ? [ratio.median.toFixed(2), `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}`]
        : ['', ''],
    ),
  ])
  return [['request', ...HEADS], ...rows]
}
