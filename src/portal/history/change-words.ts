import { SCOPES } from '../components/scopes.ts'
import type { HistoryPartFragment } from '../generated/graphql.ts'
import { instantInWords, listInWords, numberInWords } from '../words.ts'

type Change = HistoryPartFragment['nodes'][number]['changes'][number]

const NONE = 'none'
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const MOST_NAMED = 3

const SCOPE_LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries(SCOPES).map(([name, { label }]) => [name, label]),
)
const OVERLAPS: ReadonlyMap<string, string> = new Map([
  ['0', 'Not at all'],
  ['1h', '1 hour'],
  ['24h', '24 hours'],
  ['7d', '7 days'],
])

const FILTERS: ReadonlyMap<string, string> = new Map([
  ['all', 'All'],
  ['category', 'By category'],
  ['items', 'Single ones'],
  ['collection', 'Of a collection'],
])

/** What a change is called, and how its value is shown; null leaves it out. */
const CHANGES: Readonly<Record<string, readonly [string, (value: string) => string | null]>> = {
  'allowed ips': ['Works from', (value) => (value === NONE ? 'Anywhere' : value)],
  'asset filter': ['Assets', (value) => FILTERS.get(value) ?? value],
  environment: ['Environment', capitalized],
  'expires at': ['Ends', endInWords],
  'filter values': ['Which', fewInWords],
  'key id': ['Key', () => null],
  name: ['Name', (value) => value],
  overlap: ['Old secret works on for', (value) => OVERLAPS.get(value) ?? value],
  plan: ['Plan', capitalized],
  'plan state': ['State of the plan', capitalized],
  purpose: ['Purpose', (value) => value],
  reference: ['Secret', (value) => value],
  role: ['Role', capitalized],
  scopes: ['Scopes', scopesInWords],
  tier: ['Tier', capitalized],
  version: ['Version', (value) => value],
}

/** How a change is told. The list is open: one that is not known here keeps the words it came with. */
export function changeInWords({ name, value }: Change): readonly [string, string] | null {
  const known = CHANGES[name]
  if (!known) return [capitalized(name), INSTANT.test(value) ? instantInWords(value) : value]
  const [label, inWords] = known
  const words = inWords(value)
  return words === null ? null : [label, words]
}

function endInWords(value: string): string {
  return value === NONE ? 'When revoked' : instantInWords(value)
}

// A grant may name a thousand assets.
function fewInWords(value: string): string | null {
  if (value === NONE) return null
  const values = value.split(', ')
  return values.length > MOST_NAMED ? `${numberInWords(values.length)} of them` : value
}

function scopesInWords(value: string): string {
  return listInWords(value.split(', ').map((name) => SCOPE_LABELS.get(name) ?? name))
}

function capitalized(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')
}
