import { t } from '../../i18n/text.ts'

/** The words for an error: the event, and the next step. */
export interface ErrorText {
  readonly says: string
  readonly next: string
  /** Whether the operator's support can help, so that its address is shown. */
  readonly asksSupport?: true
}

/** The texts of an action of the user, by the code of the error. */
export type ActionTexts = Readonly<Partial<Record<KnownCode, ErrorText>>>

type ErrorTexts = Readonly<Record<string, ErrorText>>

const CHECK = t('Check what you entered and try again.')
const RELOAD = t('Reload the page and try again.')
const SIGN_IN = t('Sign in again.')

/** Every error code of the server. The page's own two are `offline` and `unreadable`. */
export const ERROR_TEXTS = {
  missing_parameter: { says: t('A required value is missing.'), next: t('Add it and try again.') },
  malformed_request: { says: t('The request could not be read.'), next: RELOAD },
  invalid_parameter: { says: t('A value is not accepted.'), next: CHECK },
  unknown_parameter: { says: t('The request has an unknown parameter.'), next: RELOAD },
  missing_version: {
    says: t('The request does not name an API version.'),
    next: t('Send the header X-Service-Version.'),
  },
  invalid_version: {
    says: t('The API version is not a date.'),
    next: t('Send a date such as 2024-01-01 in X-Service-Version.'),
  },
  unsupported_version: {
    says: t('This API version is not supported.'),
    next: t('Use a version that the guide lists.'),
  },
  invalid_body: { says: t('The data that was sent is not accepted.'), next: CHECK },
  invalid_document: {
    says: t('The query is not valid.'),
    next: t('The portal may have been updated. Reload the page.'),
  },
  document_too_costly: {
    says: t('The query asks for too much at once.'),
    next: t('Ask for fewer records.'),
  },
  document_not_trusted: {
    says: t('This API key runs trusted GraphQL documents only.'),
    next: t('Send the id of a document that the operator has added, as documentId.'),
  },
  plant_exists: {
    says: t('You already have a plant with this ID.'),
    next: t('Choose another ID.'),
  },
  missing_api_key: { says: t('The request has no sign-in and no API key.'), next: SIGN_IN },
  invalid_api_key: {
    says: t('The API key is not valid.'),
    next: t('Check that the whole secret was copied.'),
  },
  revoked_api_key: { says: t('The API key has been revoked.'), next: t('Create a new key.') },
  expired_api_key: {
    says: t('The API key or its old secret has expired.'),
    next: t('Use its new secret, or create a new key.'),
  },
  missing_access_token: {
    says: t('The request has no access token.'),
    next: t('Send one in the header Authorization.'),
  },
  invalid_access_token: {
    says: t('The access token is not valid.'),
    next: t('Check that the whole token was copied.'),
  },
  revoked_access_token: {
    says: t('The access token has been revoked.'),
    next: t('Create a new token.'),
  },
  expired_access_token: {
    says: t('The access token has expired.'),
    next: t('Create a new token.'),
  },
  invalid_service_account: {
    says: t('The secret of the service account is not valid.'),
    next: t('Check that the whole secret was copied.'),
  },
  revoked_service_account: {
    says: t('The service account has been revoked.'),
    next: t('Ask the operator for a new one.'),
  },
  expired_service_account: {
    says: t('The service account or its old secret has expired.'),
    next: t('Use its new secret, or ask the operator for a new account.'),
  },
  invalid_session: { says: t('Your session has ended.'), next: SIGN_IN },
  expired_session: { says: t('Your session has expired.'), next: SIGN_IN },
  session_changed: {
    says: t('Someone signed in in this browser since this page was loaded. Nothing was changed.'),
    next: RELOAD,
  },
  terms_changed: {
    says: t('The data that you were shown has changed in the meantime, so nothing was changed.'),
    next: t('Reload the page and read it again.'),
  },
  invalid_credentials: {
    says: t('The email or the password is wrong.'),
    next: t('Check both and try again.'),
  },
  invalid_code: {
    says: t('The code is wrong or has been used.'),
    next: t('Enter the next code that your app shows.'),
  },
  invalid_invitation: {
    says: t('This link has been used, replaced, or has expired.'),
    next: t('Ask for a new one.'),
  },
  origin_not_allowed: {
    says: t('The request did not come from this portal.'),
    next: t('Open the portal at its own address and try again.'),
  },
  no_active_grant: {
    says: t('There is no access to this portfolio.'),
    next: t('The client can give it through a connection link.'),
  },
  grant_revoked: {
    says: t('The access to this portfolio has been revoked.'),
    next: t('Send the client a new connection link.'),
  },
  grant_expired: {
    says: t('The access to this portfolio has expired.'),
    next: t('Ask the client to choose a new end date.'),
  },
  insufficient_scope: {
    says: t('The access does not include this data.'),
    next: t('Ask for the scope that shows it.'),
  },
  asset_not_in_grant: {
    says: t('The access does not include this asset.'),
    next: t('Ask the client to include it.'),
  },
  ip_not_allowed: {
    says: t('The API key may not be used from this address.'),
    next: t('Add the address to the allowed IPs of the key.'),
  },
  enterprise_plan_required: {
    says: t('The firm has no active Enterprise plan.'),
    next: t('Ask your Orangery administrator about the plan.'),
    asksSupport: true,
  },
  sandbox_only: { says: t('Only a sandbox key can do this.'), next: t('Choose a sandbox key.') },
  caller_not_allowed: {
    says: t('Your account may not do this.'),
    next: t('Ask an admin of your firm, or your Orangery administrator.'),
    asksSupport: true,
  },
  recent_sign_in_required: {
    says: t('You did not confirm that it’s you, so nothing was changed.'),
    next: t('Try again and confirm.'),
  },
  second_factor_required: {
    says: t('Your account needs two-step verification.'),
    next: t('Set it up first.'),
  },
  asset_not_found: { says: t('There is no such asset.'), next: t('Check its registry ID.') },
  plant_not_found: { says: t('This plant no longer exists.'), next: t('Reload the page.') },
  record_not_found: {
    says: t('This does not exist, or you may not see it.'),
    next: t('Check the address, or reload the page.'),
  },
  route_not_found: {
    says: t('There is no such address.'),
    next: t('Check it, or reload the page.'),
  },
  method_not_allowed: { says: t('This address does not take such a request.'), next: RELOAD },
  not_acceptable: { says: t('The response has no format that the browser accepts.'), next: RELOAD },
  request_timeout: {
    says: t('The request took too long to arrive.'),
    next: t('Check your connection and try again.'),
  },
  state_conflict: { says: t('This was changed in the meantime.'), next: RELOAD },
  body_too_large: {
    says: t('The request is larger than is accepted.'),
    next: t('Enter less and try again.'),
  },
  unsupported_media_type: {
    says: t('The request has a format that is not accepted.'),
    next: RELOAD,
  },
  rate_limit_exceeded: {
    says: t('There were too many requests or attempts.'),
    next: t('Try again in about a minute.'),
  },
  too_many_concurrent_requests: {
    says: t('There were too many requests at the same time.'),
    next: t('Wait a moment and try again.'),
  },
  headers_too_large: {
    says: t('The headers of the request are larger than is accepted.'),
    next: t('Delete the cookies of this site and sign in again.'),
  },
  internal_error: {
    says: t('Something went wrong on our side.'),
    next: t('Try again. If it happens again, contact support with the request ID.'),
    asksSupport: true,
  },
  service_unavailable: {
    says: t('The service is not available at the moment.'),
    next: t('Try again shortly.'),
  },
  offline: {
    says: t('The server cannot be reached.'),
    next: t('Check your connection and try again.'),
  },
  unreadable: { says: t('The server sent an unexpected response.'), next: t('Try again shortly.') },
} as const satisfies ErrorTexts

export type KnownCode = keyof typeof ERROR_TEXTS

/** Whether there is a text for the code. */
export function isKnownCode(code: string): code is KnownCode {
  return Object.hasOwn(ERROR_TEXTS, code)
}

/** The event in words. A code that is not known is an internal error. */
export function describeCode(code: string): string {
  return ERROR_TEXTS[isKnownCode(code) ? code : 'internal_error'].says
}

// The codes of the page itself: an answer did not come, or the page could not read it.
const OWN_CODES: readonly string[] = ['offline', 'unreadable']

/** The address at which the documentation explains a code of the server; null for another code. */
export function helpAddress(code: string): string | null {
  return isKnownCode(code) && !OWN_CODES.includes(code) ? `/docs/errors#${code}` : null
}
