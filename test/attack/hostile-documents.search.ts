import { writeFileSync } from 'node:fs'
import { execute, validate } from 'graphql'
import { costOf } from '../../src/graphql/cost.ts'
import { parseDocument } from '../../src/graphql/plugins/use-document-budget.ts'
import { schema } from '../../src/graphql/schema.ts'
import { WithheldFields } from '../../src/schema/withheld-fields.ts'
import { composeDocument, mutate, type Plan, randomPlan } from './hostile-documents.plan.ts'

const FILE = new URL('hostile-documents.json', import.meta.url)
const KEPT = 20
const PER_ROUND = 150
const ROUNDS = 6
// As in `src/graphql/plugins/use-document-budget.ts`.
const SIZE_PER_REQUEST = 1_000

interface Measured {
  readonly plan: Plan
  readonly query: string
  /** Of what one request of the caller's limit buys. */
  readonly msPerRequest: number
  readonly bytesPerRequest: number
}

/**
 * `node test/run-typescript.js test/attack/hostile-documents.search.ts`: composes documents over the schema, measures what those
 * that pass the limits cost for each request that they count as, lets the worst vary, and keeps the 20 worst.
 */
export async function main(): Promise<number> {
  let worst: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const plans = Array.from({ length: PER_ROUND }, (_, i) => {
      const parent = worst[i % (worst.length || 1)]
      return parent && i % 3 > 0 ? mutate(parent.plan) : randomPlan()
    })
    const found = plans.flatMap((plan) => measure(plan) ?? [])
    worst = keepWorst([...worst, ...found])
    const [first] = worst
    process.stdout.write(
      `round ${round + 1}: ${found.length} passed; ${first?.msPerRequest.toFixed(2)} ms and ${first?.bytesPerRequest.toFixed(0)} bytes a request\n`,
    )
  }
  writeFileSync(
    FILE,
    `${JSON.stringify(
      worst.map(({ query }) => query),
      null,
      2,
    )}\n`,
  )
  return 0
}

// Half of them are the worst in time, and half in bytes.
function keepWorst(all: readonly Measured[]): Measured[] {
  const queries = new Map(all.map((each) => [each.query, each]))
  const by = (member: 'msPerRequest' | 'bytesPerRequest') =>
    [...queries.values()].sort((a, b) => b[member] - a[member])
  const slowest = by('msPerRequest').slice(0, KEPT / 2)
  const longest = by('bytesPerRequest').filter((each) => !slowest.includes(each))
  return [...slowest, ...longest.slice(0, KEPT / 2)]
}

/** What a document costs; null where the limits reject it. */
function measure(plan: Plan): Measured | null {
  const variableValues = { no: false, yes: true }
  try {
    const query = composeDocument(plan)
    const times = Array.from({ length: 3 }, () => {
      const started = performance.now()
      const { document, size } = parseDocument(query)
      const errors = validate(schema, document, undefined, { maxErrors: 10 })
      if (errors.length > 0) throw new Error(errors[0]?.message)
      const { requests } = costOf(schema, document, null, variableValues)
      const contextValue = { caller: null, withheld: new WithheldFields() }
      const text = JSON.stringify(execute({ schema, document, contextValue, variableValues }))
      const price = Math.max(1, requests, Math.ceil(size / SIZE_PER_REQUEST))
      return { ms: performance.now() - started, bytes: text.length, price }
    })
    const [fastest] = times.sort((a, b) => a.ms - b.ms)
    if (!fastest || fastest.price > 100) return null
    const { ms, bytes, price } = fastest
    return { plan, query, msPerRequest: ms / price, bytesPerRequest: bytes / price }
  } catch {
    return null
  }
}
