import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validate } from 'graphql'
import { ROOT } from './paths.ts'

// How long the costliest documents that are let through take to parse and validate, as ratios to
// the largest operation of our own in the same run.
const { parseDocument } = await import(join(ROOT, 'dist/graphql/read-document.js'))
const { schema } = await import(join(ROOT, 'dist/graphql/schema.js'))

const ROUNDS = 15

const repeat = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join(' ')

const DOCUMENTS: Readonly<Record<string, string>> = {
  'one field 90 times': `{ viewer { ${'id '.repeat(90)} } }`,
  'one list 50 times': `{ ${'portfolios(first: 1) { nodes { currency } } '.repeat(50)} }`,
  directives: `{ ${'viewer @include(if: true) @skip(if: false) { id } '.repeat(60)} }`,
  'names that are nearly right': `{ viewer { ${repeat(900, (i) => `idx${i}`)} } }`,
  'a long list of values': `{ portfolio(clientId: "a") { assets(require: [${'registry '.repeat(1_900)}]) { totalCount } } }`,
  'fragments of each other': `{ viewer { ...f0 } } ${repeat(20, (i) => `fragment f${i} on Viewer { id ${repeat(19 - i, (j) => `...f${i + j + 1}`)} }`)}`,
  'what is refused before validation': `{ viewer { ${'id '.repeat(490)} } }`,
}

function timeOf(text: string): number[] {
  return Array.from({ length: ROUNDS }, () => {
    const started = performance.now()
    try {
      validate(schema, parseDocument(text), undefined, { maxErrors: 10 })
    } catch {
      // Refused: that is its time.
    }
    return performance.now() - started
  }).sort((a, b) => a - b)
}

const median = (times: readonly number[]) => times[Math.floor(times.length / 2)] ?? 0
const own = readFileSync(join(ROOT, 'src/rest/operations/assets.graphql'), 'utf8')
timeOf(own)
const usual = median(timeOf(own))
process.stdout.write(`our own listing: ${usual.toFixed(2)} ms\n`)
for (const [name, text] of Object.entries(DOCUMENTS)) {
  const times = timeOf(text)
  const [least = 0, middle, most = 0] = [times[0], median(times), times.at(-1)]
  const span = `${least.toFixed(1)}–${most.toFixed(1)}`
  process.stdout.write(
    `${name}: ${middle.toFixed(1)} ms (${span}), ${(middle / usual).toFixed(1)} times that\n`,
  )
}
