import { redactSecrets } from '../../values/redact-secrets.ts'
import { HIDDEN } from './asked.ts'

const MAX_MESSAGE = 500

// The library of GraphQL quotes values of the document and its variables. Our own messages quote none. The text after
// a value may contain the value again, so the rules for that text come first.
const QUOTED: readonly (readonly [RegExp, string])[] = [
  [/(cannot represent [a-z\d -]*value: ).*$/s, `$1${HIDDEN}.`],
  [/(Invalid value ).*$/s, `$1${HIDDEN}.`],
  [/(Value ").*(" does not exist)/s, `$1${HIDDEN}$2`],
  [/(Field ").*(" is not defined)/s, `$1${HIDDEN}$2`],
  [/(, found ).*$/s, `$1${HIDDEN}.`],
  [/(has invalid value ).*$/s, `$1${HIDDEN}.`],
  [/(Unexpected [A-Z]\w+ ).*$/s, `$1${HIDDEN}.`],
  [/(got invalid value )(?:.*(; )|.*$)/s, `$1${HIDDEN}$2`],
]
const NAMED = /"([^"]*)(?:"|$)/g
// The name of a type, a field, an argument or a variable.
const NAME = /^[$@]?\[*([A-Za-z_]\w*)[\]!]*$/
const MAX_NAME = 64
const RUN = /[\w-]+/g
// A run of this length may be a secret.
const SECRET_LENGTH = 40

/** The message of an error as it is stored: without values that the caller sent. */
export function showMessage(message: string): string {
  // The text that is cut off here is not stored. A quotation at the cut is hidden with the rest.
  const whole = message.length > 4 * MAX_MESSAGE ? message.slice(0, 4 * MAX_MESSAGE) : message
  const hidden = QUOTED.reduce((text, [value, shown]) => text.replace(value, shown), whole)
  const named = hidden.replace(NAMED, (all, name: string) => (isName(name) ? all : `"${HIDDEN}"`))
  const shown = redactSecrets(named).replace(RUN, (run) =>
    run.length < SECRET_LENGTH ? run : HIDDEN,
  )
  return shown.length > MAX_MESSAGE ? `${shown.slice(0, MAX_MESSAGE)}${HIDDEN}` : shown
}

function isName(text: string): boolean {
  const [, name] = NAME.exec(text) ?? []
  return name !== undefined && name.length <= MAX_NAME
}
