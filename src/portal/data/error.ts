import { formatWait } from '../../values/durations.ts'
import { t } from '../i18n/text.ts'
import {
  type ActionTexts,
  ERROR_TEXTS,
  type ErrorText,
  knownCode,
} from '../words/errors/error-texts.ts'

/** An error as it is shown to the user. */
export interface PortalError {
  readonly code: string
  /** The event and the next step, in words. It is never the server's message, which is written for programs. */
  readonly message: string
  /** The id by which the request is found in the server's log. */
  readonly requestId: string | null
  /** Whether the operator's support can help. */
  readonly asksSupport: boolean
}

/** The known facts of an error response. */
export interface ErrorResponse {
  readonly code: string
  readonly requestId: string | null
  /** The texts of the user's action, which say more. */
  readonly texts?: ActionTexts | undefined
  /** The header `Retry-After`, in seconds. */
  readonly retryAfter?: string | null | undefined
}

// Nobody has to look for these in a log.
const OWN_MISTAKES = ['invalid_credentials', 'invalid_code']

export const OFFLINE = createPortalError({ code: 'offline', requestId: null })
export const UNREADABLE = createPortalError({ code: 'unreadable', requestId: null })

/** An error response of the server. An unknown code is shown as an internal error. */
export function createPortalError(response: ErrorResponse): PortalError {
  const { code, requestId } = response
  const text = textOf(response)
  const asksSupport = typeof text !== 'string' && text[2] === true
  const isOwnMistake = OWN_MISTAKES.includes(code)
  const message = typeof text === 'string' ? text : messageOf(text, response)
  return { code, message, requestId: isOwnMistake ? null : requestId, asksSupport }
}

function textOf({ code, texts }: ErrorResponse): string | ErrorText {
  const known = knownCode(code)
  return texts?.[known] ?? ERROR_TEXTS[known]
}

function messageOf([says, next]: ErrorText, { code, retryAfter }: ErrorResponse): string {
  const seconds = Number(retryAfter ?? '')
  if (code === 'rate_limit_exceeded' && seconds > 0)
    return t('{says} Try again in {seconds}.', { says, seconds: formatWait(seconds) })
  return `${says} ${next}`
}

/** Whether what was asked for does not exist or is not the user's to see. */
export function isNotFound({ error }: { readonly error: PortalError | undefined }): boolean {
  return error?.code === 'record_not_found'
}
