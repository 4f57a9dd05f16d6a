import type { OperationInWords } from '../../load/request-context.ts'
import { isId } from '../../values/ids.ts'
import { decodePart, HIDDEN, showValue } from './shown-value.ts'

/** The path, query and operation of a request, as it arrived. */
export interface Asked {
  readonly method: string
  /** The path in the table of paths, such as `/api/v1/assets/:registry_id`. Undefined: the gateway has no such path. */
  readonly template: string | undefined
  readonly path: string
  /** The query, still encoded. */
  readonly query: string
  readonly operation: OperationInWords | null
  /** The parameters whose values are stored. */
  readonly parameters: ReadonlySet<string>
}

/** The part of a request that is stored. */
interface ShownRequest {
  readonly path: string | null
  /** Each as `name=value`. */
  readonly parameters: readonly string[]
  readonly clientId: string | null
}

const MAX_READ = 2_048
const MAX_PATH = 256
const MAX_SEGMENT = 64
const MAX_PARAMETERS = 20
const MAX_VALUE = 100
const MAX_NAME = 40
const NAME = /^[\w.[\]-]+$/

/** The part of a request that is stored: never a secret, and a value only of a parameter that the interface has. */
export function showAsked(asked: Asked): ShownRequest {
  const { template, path, query, operation } = asked
  if (operation !== null) return { ...NOTHING, parameters: showOperation(operation) }
  if (path === '/graphql') return NOTHING
  const pairs = pairsOf(query)
  const clientId = pairs.find(([name]) => name === 'client_id')?.[1] ?? ''
  const hasClient = isId('user', clientId)
  // The client has a column of its own.
  const shown = pairs.filter(([name]) => name !== 'client_id' || !hasClient)
  return {
    path: template === undefined ? showPath(path) : null,
    parameters: [...pathParameters(template, path), ...shown.map((pair) => showPair(pair, asked))],
    clientId: hasClient ? clientId : null,
  }
}

const NOTHING: ShownRequest = { path: null, parameters: [], clientId: null }

function showOperation({ type, name, fields }: OperationInWords): string[] {
  const shown = name === null ? '' : ` ${showValue(name, MAX_SEGMENT)}`
  return [`operation=${type}${shown}`, `fields=${fields.join(',')}`]
}

// Text past the limit is left out together with the part that the limit cuts: half a secret might not be recognized.
function partsOf(text: string, separator: string, most: number): string[] {
  const parts = text.slice(0, MAX_READ).split(separator)
  const whole = text.length > MAX_READ ? parts.slice(0, -1) : parts
  return whole.slice(0, most)
}

function showPath(path: string): string {
  const parts = partsOf(path, '/', MAX_PARAMETERS)
  const shown = parts.map((part) => showValue(decodePart(part) ?? HIDDEN, MAX_SEGMENT)).join('/')
  const isWhole = parts.length === path.split('/', MAX_PARAMETERS + 1).length
  return isWhole && shown.length <= MAX_PATH ? shown : `${shown.slice(0, MAX_PATH)}${HIDDEN}`
}

type Pair = readonly [name: string, value: string]

function pairsOf(query: string): Pair[] {
  const parts = partsOf(query, '&', MAX_PARAMETERS).filter((part) => part !== '')
  return parts.map((part) => {
    const [name = '', ...value] = part.replaceAll('+', ' ').split('=')
    return [decodePart(name) ?? HIDDEN, decodePart(value.join('=')) ?? HIDDEN]
  })
}

// A cursor contains values of the row that a page ended with.
function showPair([name, value]: Pair, { parameters }: Asked): string {
  if (!parameters.has(name)) return `${showName(name)}=${HIDDEN}`
  return `${name}=${name === 'cursor' ? HIDDEN : showValue(value, MAX_VALUE)}`
}

function showName(name: string): string {
  if (!NAME.test(name)) return HIDDEN
  return showValue(name.replaceAll(/[[\]]/g, ''), MAX_NAME) === HIDDEN ? HIDDEN : name
}

function pathParameters(template: string | undefined, path: string): string[] {
  if (template === undefined) return []
  const given = path.split('/')
  return template.split('/').flatMap((step, place) => {
    if (!step.startsWith(':')) return []
    const value = decodePart(given[place] ?? '') ?? HIDDEN
    return [`${step.slice(1)}=${showValue(value, MAX_VALUE)}`]
  })
}
