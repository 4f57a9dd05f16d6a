import type { Finding } from './kit.ts'
import { ASSETS, type Exchange } from './proxy.ts'

// A timer may end a little before its time.
const TOLERANCE_MS = 50

/**
 * The problems of the requests of one run. `given` are the `as_of` of all walks so far: the proxy has seen the walks of
 * this scenario, and no other `updated_since` is right.
 */
export function judge(exchanges: readonly Exchange[], given: ReadonlySet<string>): Finding[] {
  const known = new Set(given)
  const findings: Finding[] = []
  for (const [index, exchange] of exchanges.entries()) {
    if (exchange.path === ASSETS) findings.push(...judgeWalk(exchange, known))
    if (exchange.status === 429) findings.push(...judgeRetry(exchange, exchanges.slice(index + 1)))
    if (exchange.asOf !== null) known.add(exchange.asOf)
  }
  return [...new Set(findings)]
}

function judgeWalk({ query }: Exchange, known: ReadonlySet<string>): Finding[] {
  const [page, cursor, since] = ['page', 'cursor', 'updated_since'].map((name) => query.get(name))
  const findings: Finding[] = []
  if (page && page !== '1' && !cursor)
    findings.push('asks for a page by its number: pages are found by links.next')
  if (since && !known.has(since))
    findings.push(
      `sends updated_since=${since}, which is no as_of of a finished walk (${last(known)}): changes can be missed`,
    )
  return findings
}

const last = (known: ReadonlySet<string>) =>
  known.size === 0 ? 'there was none' : `the last one is ${[...known].at(-1)}`

function judgeRetry(refused: Exchange, later: readonly Exchange[]): Finding[] {
  const target = targetOf(refused)
  const repeated = later.find((exchange) => targetOf(exchange) === target)
  if (!repeated) return [`does not repeat ${refused.path} after a 429`]
  const waited = repeated.at - refused.answeredAt
  if (waited >= 1000 * refused.retryAfter - TOLERANCE_MS) return []
  const seconds = (waited / 1000).toFixed(2)
  return [
    `repeats ${refused.path} ${seconds} s after a 429 with Retry-After: ${refused.retryAfter}`,
  ]
}

const targetOf = ({ path, query }: Exchange) => `${path}?${query}`
