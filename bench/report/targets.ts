import { sampleOf } from '../measure/sample.ts'
import { depthRatio, type Results, rateRatio } from './results.ts'

/** A figure that has a bar, and whether it was reached. */
export interface Target {
  readonly figure: string
  readonly bar: string
  readonly aim: string
  /** Null where what it needs did not take part. */
  readonly value: number | null
  readonly verdict: 'reaches the aim' | 'reaches the bar' | 'falls short' | 'not measured'
}

const MEGABYTE = 1e6

/** Everything that must be reached, in the order in which it is told. */
export function judge({ rates, depths, memory }: Results): Target[] {
  const list = (entry: string, under: string) =>
    rateRatio(rates, ['list', entry], ['list', under])?.median ?? null
  const cursor = depthRatio(depths, 'orangery-cold', 'last page by cursor', 'first page')
  const resident = memory
    .filter(({ server }) => server.startsWith('orangery'))
    .map(({ now }) => now)
  const most = resident.length > 0 ? sampleOf(resident).most / MEGABYTE : null
  const mixed = rateRatio(rates, ['mixed', 'Orangery mixed'], ['mixed', 'floor'])
  const single = rateRatio(rates, ['single', 'Orangery cold'], ['single', 'floor'])
  return [
    atLeast('cold list ÷ floor', 0.75, 1, list('Orangery cold', 'floor')),
    atLeast('warm list ÷ floor', 3, 4, list('Orangery warm', 'floor')),
    atLeast('mixed ÷ floor', 1.5, 2.5, mixed?.median ?? null),
    atLeast('GraphQL page ÷ PostGraphile', 1.2, 2, list('Orangery GraphQL', 'PostGraphile')),
    atLeast(
      'cold list ÷ plain Pothos + Prisma',
      2.5,
      4,
      list('Orangery cold', 'plain Pothos + Prisma'),
    ),
    atMost('cursor page at depth ÷ first page (latency)', 1.2, 1.05, cursor?.median ?? null),
    atLeast('single asset cold ÷ floor', 0.75, 1, single?.median ?? null),
    atMost('server memory after the run (MB)', 300, 200, most),
  ]
}

function atLeast(figure: string, bar: number, aim: number, value: number | null): Target {
  const reached = (least: number) => value !== null && value >= least
  return {
    figure,
    bar: `≥ ${bar}`,
    aim: `≥ ${aim}`,
    value,
    verdict: verdict(value, reached(bar), reached(aim)),
  }
}

function atMost(figure: string, bar: number, aim: number, value: number | null): Target {
  const reached = (most: number) => value !== null && value <= most
  return {
    figure,
    bar: `≤ ${bar}`,
    aim: `≤ ${aim}`,
    value,
    verdict: verdict(value, reached(bar), reached(aim)),
  }
}

function verdict(value: number | null, bar: boolean, aim: boolean): Target['verdict'] {
  if (value === null) return 'not measured'
  if (aim) return 'reaches the aim'
  return bar ? 'reaches the bar' : 'falls short'
}
