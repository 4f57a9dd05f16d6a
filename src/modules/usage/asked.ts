import type { OperationInWords } from '../../load/request-context.ts'
import { ID, isId, isRegistryId } from '../../values/ids.ts'
import { redactSecrets } from '../../values/redact-secrets.ts'
import type { StoredRequest } from './stored-requests.ts'

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

type Shown = Pick<StoredRequest, 'path' | 'parameters' | 'client_id'>

/** The text that is stored in place of a text that may be a secret or private. */
export const HIDDEN = '…'

const MAX_READ = 2_048
const MAX_PATH = 256
const MAX_SEGMENT = 64
const MAX_PARAMETERS = 20
const MAX_VALUE = 100
const MAX_NAME = 40
const NAME = /^[\w.[\]-]+$/
// All values of parameters have these characters alone. A name of a person, an email and an encoded credential do not.
const PLAIN = /^[\w.:,+~-]*$/
// A secret is a long run without words. Our ids have the same form, but are not secrets.
const RUN = /[\w-]+/g
const SECRET_LENGTH = 24
const SHORT = 12
const WORDS = /^[a-z]+(?:[-_][a-z]+)*$/

/** The part of a request that is stored: never a secret, and a value only of a parameter that the interface has. */
export function showAsked(asked: Asked): Shown {
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
    client_id: hasClient ? clientId : null,
  }
}

const NOTHING: Shown = { path: null, parameters: [], client_id: null }

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
  const shown = parts.map((part) => showValue(decodePart(part), MAX_SEGMENT)).join('/')
  const isWhole = parts.length === path.split('/', MAX_PARAMETERS + 1).length
  return isWhole && shown.length <= MAX_PATH ? shown : `${shown.slice(0, MAX_PATH)}${HIDDEN}`
}

type Pair = readonly [name: string, value: string]

function pairsOf(query: string): Pair[] {
  const parts = partsOf(query, '&', MAX_PARAMETERS).filter((part) => part !== '')
  return parts.map((part) => {
    const [name = '', ...value] = part.replaceAll('+', ' ').split('=')
    return [decodePart(name), decodePart(value.join('='))]
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
    return [`${step.slice(1)}=${showValue(decodePart(given[place] ?? ''), MAX_VALUE)}`]
  })
}

/** The text as it may be stored: hidden as a whole or in parts, where it may be a secret or a name. */
export function showValue(text: string, most: number): string {
  if (text.length > most || !PLAIN.test(text)) return HIDDEN
  // The public part of a secret is longer than this.
  if (text.length < SHORT) return text
  if (redactSecrets(text) !== text) return HIDDEN
  return text.replace(RUN, (run) => (run.length < SECRET_LENGTH || isOpen(run) ? run : HIDDEN))
}

// A text that is not percent-encoded UTF-8 is hidden.
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return HIDDEN
  }
}

function isOpen(run: string): boolean {
  return WORDS.test(run) || ID.test(run) || isRegistryId(run)
}
