import { sampleOf } from '../measure/sample.ts'
import type { CpuUse } from '../measure/slice.ts'
import { STEADY_RATE } from '../measure/steady.ts'
import { againstTable } from './against.ts'
import { limitRows, type Results, rateRows } from './results.ts'
import { evaluateTargets } from './targets.ts'

/** The results as tables of text. */
export function formatTables(results: Results): string {
  const sections = [
    section(
      'Responses per second, the ratio to the floor, and the processor time of one request',
      rateTable(results),
    ),
    section('Now ÷ the commit before, within each round', againstTable(results)),
    section('PostgreSQL alone: statements per second', limitTable(results)),
    section(`Latency at ${STEADY_RATE} requests per second (ms)`, steadyTable(results)),
    section('Latency for the large client, one request at a time (ms)', depthTable(results)),
    section('Memory after the run (MB)', memoryTable(results)),
    section('Targets', targetTable(results)),
  ]
  return sections.filter((each) => each !== '').join('\n\n')
}

function rateTable(results: Results): string[][] {
  const rows = rateRows(results).map(({ workload, entry, perSecond, ratio, p50, p99, cpu }) => [
    workload,
    entry,
    perSecond.median.toFixed(0),
    `${perSecond.min.toFixed(0)}–${perSecond.max.toFixed(0)}`,
    ratio ? ratio.median.toFixed(2) : '',
    ratio ? `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}` : '',
    p50.toFixed(1),
    p99.toFixed(1),
    ...cpuCells(cpu),
  ])
  const heads = [
    'workload',
    'contender',
    'median',
    'min–max',
    'ratio',
    'min–max',
    'p50 ms',
    'p99 ms',
    ...CPU_HEADS,
  ]
  return [heads, ...rows]
}

const CPU_HEADS = ['gateway µs', 'pg µs']

function cpuCells({ gateway, database }: CpuUse): string[] {
  return [wholeOrEmpty(gateway), wholeOrEmpty(database)]
}

function wholeOrEmpty(value: number | null): string {
  return value === null ? '' : value.toFixed(0)
}

function limitTable(results: Results): string[][] {
  const rows = limitRows(results).map(({ statement, perSecond, databaseCpu }) => [
    statement,
    perSecond.median.toFixed(0),
    `${perSecond.min.toFixed(0)}–${perSecond.max.toFixed(0)}`,
    wholeOrEmpty(databaseCpu),
  ])
  return [['statement', 'median', 'min–max', 'pg µs'], ...rows]
}

function steadyTable({ steady }: Results): string[][] {
  const rows = steady.map(({ entry, perSecond, p50, p99, cpu }) => [
    entry,
    perSecond.toFixed(0),
    p50.toFixed(0),
    p99.toFixed(0),
    ...cpuCells(cpu),
  ])
  return [['contender', 'per second', 'p50', 'p99', ...CPU_HEADS], ...rows]
}

function depthTable({ depths }: Results): string[][] {
  const servers = [...new Set(depths.map((depth) => depth.server))]
  const probes = [...new Set(depths.map((depth) => depth.probe))]
  const rows = probes.map((probe) => [
    probe,
    ...servers.map((server) => {
      const found = depths.find((depth) => depth.probe === probe && depth.server === server)
      return found ? sampleOf(found.medians).median.toFixed(1) : ''
    }),
  ])
  return [['request', ...servers], ...rows]
}

function memoryTable({ memory }: Results): string[][] {
  const rows = memory.map(({ server, now, peak }) => [
    server,
    (now / 1e6).toFixed(0),
    peak === null ? '' : (peak / 1e6).toFixed(0),
  ])
  return [['contender', 'resident', 'highest'], ...rows]
}

function targetTable(results: Results): string[][] {
  const rows = evaluateTargets(results).map(({ name, required, goal, value, result }) => [
    name,
    required,
    goal,
    value === null ? '' : value.toFixed(2),
    result,
  ])
  return [['target', 'required', 'goal', 'value', 'result'], ...rows]
}

function section(title: string, [heads = [], ...rows]: string[][]): string {
  if (rows.length === 0) return ''
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  // Text is aligned to the left, numbers to the right.
  const isNumber = heads.map((_, column) =>
    rows.every((row) => /^[\d.–]*$/.test(row[column] ?? '')),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return isNumber[column] ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return [title, rule, line(heads), rule, ...rows.map(line)].join('\n')
}
