import { sampleOf } from '../measure/sample.ts'
import { depthRatio, type Results, rateRatio } from './results.ts'

/** A required value, and whether the run met it. */
export interface Target {
  readonly name: string
  readonly required: string
  readonly goal: string
  /** Null if a contender that it needs did not take part. */
  readonly value: number | null
  readonly result: 'meets the goal' | 'meets the requirement' | 'missed' | 'not measured'
}

const MEGABYTE = 1e6

/** All targets, in the order of the report. */
export function evaluateTargets({ rates, depths, memory }: Results): Target[] {
  const list = (entry: string, under: string) =>
    rateRatio(rates, ['list', entry], ['list', under])?.median ?? null
  const cursor = depthRatio(depths, 'orangery-cold', 'last page by cursor', 'first page')
  const resident = memory
    .filter(({ server }) => server.startsWith('orangery'))
    .map(({ now }) => now)
  const highest = resident.length > 0 ? sampleOf(resident).max / MEGABYTE : null
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
    atMost('server memory after the run (MB)', 300, 200, highest),
  ]
}

function atLeast(name: string, required: number, goal: number, value: number | null): Target {
  const meets = (min: number) => value !== null && value >= min
  return {
    name,
    required: `≥ ${required}`,
    goal: `≥ ${goal}`,
    value,
    result: resultOf(value, meets(required), meets(goal)),
  }
}

function atMost(name: string, required: number, goal: number, value: number | null): Target {
  const meets = (max: number) => value !== null && value <= max
  return {
    name,
    required: `≤ ${required}`,
    goal: `≤ ${goal}`,
    value,
    result: resultOf(value, meets(required), meets(goal)),
  }
}

function resultOf(value: number | null, required: boolean, goal: boolean): Target['result'] {
  if (value === null) return 'not measured'
  if (goal) return 'meets the goal'
  return required ? 'meets the requirement' : 'missed'
}
