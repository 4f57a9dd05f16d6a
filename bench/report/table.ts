import { sampleOf } from '../measure/sample.ts'
import { STEADY_RATE } from '../measure/steady.ts'
import { type Results, rateRows } from './results.ts'
import { evaluateTargets } from './targets.ts'

/** The results as tables of text. */
export function formatTables(results: Results): string {
  const sections = [
    section('Responses per second, and the ratio to the floor', rateTable(results)),
    section(`Latency at ${STEADY_RATE} requests per second (ms)`, steadyTable(results)),
    section('Latency for the large client, one request at a time (ms)', depthTable(results)),
    section('Memory after the run (MB)', memoryTable(results)),
    section('Targets', targetTable(results)),
  ]
  return sections.filter((each) => each !== '').join('\n\n')
}

function rateTable(results: Results): string[][] {
  const rows = rateRows(results).map(({ workload, entry, perSecond, ratio, p50, p99 }) => [
    workload,
    entry,
    perSecond.median.toFixed(0),
    `${perSecond.min.toFixed(0)}–${perSecond.max.toFixed(0)}`,
    ratio ? ratio.median.toFixed(2) : '',
    ratio ? `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}` : '',
    p50.toFixed(1),
    p99.toFixed(1),
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
  ]
  return [heads, ...rows]
}

function steadyTable({ steady }: Results): string[][] {
  const rows = steady.map(({ entry, perSecond, p50, p99 }) => [
    entry,
    perSecond.toFixed(0),
    p50.toFixed(0),
    p99.toFixed(0),
  ])
  return [['contender', 'per second', 'p50', 'p99'], ...rows]
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
