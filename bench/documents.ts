import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'graphql'
import { importGateway } from './gateway.ts'
import { ROOT } from './paths.ts'

// How long the most expensive accepted GraphQL documents take to parse and validate, as ratios to
// the largest operation of the REST façade in the same run.
const { parseDocument } = await importGateway('readDocument')
const { schema } = await importGateway('schema')

const ROUNDS = 15

const repeat = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ')

const DOCUMENTS: Readonly<Record<string, string>> = {
  'one field 90 times': `{ viewer { ${'id '.repeat(90)} } }`,
  'one list 50 times': `{ ${'portfolios(first: 1) { nodes { currency } } '.repeat(50)} }`,
  directives: `{ ${'viewer @include(if: true) @skip(if: false) { id } '.repeat(60)} }`,
  'misspelled field names': `{ viewer { ${repeat(900, (i) => `idx${i}`)} } }`,
  'long list of enum values': `{ portfolio(clientId: "a") { assets(require: [${'registry '.repeat(1_900)}]) { totalCount } } }`,
  'nested fragments': `{ viewer { ...f0 } } ${repeat(20, (i) => `fragment f${i} on Viewer { id ${repeat(19 - i, (j) => `...f${i + j + 1}`)} }`)}`,
  'rejected before validation': `{ viewer { ${'id '.repeat(490)} } }`,
}

function timeOf(text: string): number[] {
  return Array.from({ length: ROUNDS }, () => {
    const started = performance.now()
    try {
      validate(schema, parseDocument(text).document, undefined, { maxErrors: 10 })
    } catch {
      // The time of a rejected document counts as well.
    }
    return performance.now() - started
  }).sort((a, b) => a - b)
}

const median = (times: readonly number[]) => times[Math.floor(times.length / 2)] ?? 0
const reference = readFileSync(join(ROOT, 'src/rest/operations/assets.graphql'), 'utf8')
timeOf(reference)
const referenceTime = median(timeOf(reference))
process.stdout.write(`asset list operation: ${referenceTime.toFixed(2)} ms\n`)
for (const [name, text] of Object.entries(DOCUMENTS)) {
  const times = timeOf(text)
  const [min = 0, middle, max = 0] = [times[0], median(times), times.at(-1)]
  const span = `${min.toFixed(1)}–${max.toFixed(1)}`
  process.stdout.write(
    `${name}: ${middle.toFixed(1)} ms (${span}), ${(middle / referenceTime).toFixed(1)} × the asset list\n`,
  )
}
