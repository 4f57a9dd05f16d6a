import { invalidParameter } from '../../errors.ts'
import { characterCount, isCleanText, isLine, LINE_RULE } from '../../values/text-rules.ts'
import { CONNECTION_PARAMETER, STATE_PARAMETER } from '../keys/return-url.ts'
import { parseEmail } from '../people/email.ts'

/** Whom a link is for, and the return address. A member is null where the firm gave none. */
export interface LinkReturn {
  /** The firm's own id of the person. */
  readonly reference: string | null
  /** The address of the account that alone can answer the link. */
  readonly email: string | null
  readonly returnUrl: string | null
  /** The parameter `state` of the return address. */
  readonly returnState: string | null
}

type GivenReturn = Partial<
  Record<'reference' | 'email' | 'returnUrl' | 'state', string | null | undefined>
>

const MAX_REFERENCE_LENGTH = 200
const MAX_STATE_LENGTH = 512
const CONTROLS = /\p{Cc}/u

/**
 * Whom a link is for, and the return address. The texts stay as they were given: programs of the firm compare them.
 * Throws `invalid_parameter` for a text, an address or a combination that is not accepted.
 */
export function parseLinkReturn(
  key: { readonly returnUrls: readonly string[] },
  { reference = null, email = null, returnUrl = null, state = null }: GivenReturn,
  singleUse: boolean,
): LinkReturn {
  if (reference !== null) requireReference(reference)
  if (!singleUse) requireNobody({ reference, email })
  if (returnUrl !== null && !key.returnUrls.includes(returnUrl))
    throw invalidParameter(
      'returnUrl takes a return address of the key, exactly as the key lists it. A person who makes links of the key enters it: Edit, on the page of the key.',
    )
  if (state !== null) requireState(state, returnUrl)
  const address = email === null ? null : parseEmail(email)
  return { reference, email: address, returnUrl, returnState: state }
}

/**
 * Where a client goes back to after their answer. Null for a link without an address, and for an address that the key
 * does not have any more: what a link names leads nowhere by itself.
 */
export function returnAddress(
  { returnUrl, returnState }: Pick<LinkReturn, 'returnUrl' | 'returnState'>,
  key: { readonly returnUrls: readonly string[] },
  connectionId: string,
): string | null {
  if (returnUrl === null || !key.returnUrls.includes(returnUrl)) return null
  const ours = [`${CONNECTION_PARAMETER}=${connectionId}`]
  // `%20` and not `+` for a space: every reader of a query takes the first for one.
  if (returnState !== null) ours.push(`${STATE_PARAMETER}=${encodeURIComponent(returnState)}`)
  return `${returnUrl}${separatorAfter(returnUrl)}${ours.join('&')}`
}

// The address keeps its bytes: a URL object would write its query anew. It has no fragment.
function separatorAfter(address: string): '?' | '&' | '' {
  if (!address.includes('?')) return '?'
  return /[?&]$/.test(address) ? '' : '&'
}

function requireReference(reference: string): void {
  const isTrimmed = reference === reference.trim()
  if (!isTrimmed || !isLine(reference) || characterCount(reference) > MAX_REFERENCE_LENGTH)
    throw invalidParameter(
      `reference must be 1 to ${MAX_REFERENCE_LENGTH} characters, without spaces at its ends, ${LINE_RULE}.`,
    )
}

function requireNobody(given: Pick<LinkReturn, 'reference' | 'email'>): void {
  const named = given.reference !== null ? 'reference' : given.email !== null ? 'email' : null
  if (named === null) return
  throw invalidParameter(
    `${named} names one person, so its link must be for single use: singleUse: true.`,
  )
}

function requireState(state: string, returnUrl: string | null): void {
  const isAccepted = state !== '' && isCleanText(state) && !CONTROLS.test(state)
  if (!isAccepted || characterCount(state) > MAX_STATE_LENGTH)
    throw invalidParameter(
      `state must be 1 to ${MAX_STATE_LENGTH} characters, without line breaks and other control characters.`,
    )
  if (returnUrl === null)
    throw invalidParameter('state goes back with the client, so it needs a returnUrl.')
}
