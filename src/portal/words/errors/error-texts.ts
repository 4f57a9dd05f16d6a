import { t } from '../../i18n/text.ts'

/** The words for an error: the event, and the next step. Where the operator's support can help, its address is shown. */
export type ErrorText = readonly [says: string, next: string, asksSupport?: true]

/** The texts of an action of the user, by the code of the error, each with the next step. */
export type ActionTexts = Readonly<Partial<Record<KnownCode, string | ErrorText>>>

type ErrorTexts = Readonly<Record<string, ErrorText>>

const CHECK = t('Check what you entered and try again.')
const RELOAD = t('Reload the page and try again.')
const SIGN_IN = t('Sign in again.')

/** Every error code of the server. The page's own two are `offline` and `unreadable`. */
export const ERROR_TEXTS = {
  missing_parameter: [t('A required value is missing.'), t('Add it and try again.')],
  malformed_request: [t('The request could not be read.'), RELOAD],
  invalid_parameter: [t('A value is not accepted.'), CHECK],
  unknown_parameter: [t('The request has an unknown parameter.'), RELOAD],
  missing_version: [
    t('The request does not name an API version.'),
    t('Send the header X-Service-Version.'),
  ],
  invalid_version: [
    t('The API version is not a date.'),
    t('Send a date such as 2024-01-01 in X-Service-Version.'),
  ],
  unsupported_version: [
    t('This API version is not supported.'),
    t('Use a version that the guide lists.'),
  ],
  invalid_body: [t('The data that was sent is not accepted.'), CHECK],
  invalid_document: [
    t('The query is not valid.'),
    t('The portal may have been updated. Reload the page.'),
  ],
  document_too_costly: [t('The query asks for too much at once.'), t('Ask for fewer records.')],
  document_not_trusted: [
    t('This API key runs trusted GraphQL documents only.'),
    t('Send the id of a document that the operator has added, as documentId.'),
  ],
  plant_exists: [t('You already have a plant with this ID.'), t('Choose another ID.')],
  missing_api_key: [t('The request has no sign-in and no API key.'), SIGN_IN],
  invalid_api_key: [
    t('The API key is not valid.'),
    t('Check that the whole secret was copied, and that it is the newest one.'),
  ],
  revoked_api_key: [t('The API key has been revoked.'), t('Create a new key.')],
  expired_api_key: [t('The API key has expired.'), t('Create a new key.')],
  missing_access_token: [
    t('The request has no access token.'),
    t('Send one in the header Authorization.'),
  ],
  invalid_access_token: [
    t('The access token is not valid.'),
    t('Check that the whole token was copied.'),
  ],
  revoked_access_token: [t('The access token has been revoked.'), t('Create a new token.')],
  expired_access_token: [t('The access token has expired.'), t('Create a new token.')],
  invalid_service_account: [
    t('The secret of the service account is not valid.'),
    t('Check that the whole secret was copied.'),
  ],
  revoked_service_account: [
    t('The service account has been revoked.'),
    t('Ask the operator for a new one.'),
  ],
  expired_service_account: [
    t('The service account or its old secret has expired.'),
    t('Use its new secret, or ask the operator for a new account.'),
  ],
  invalid_session: [t('Your session has ended.'), SIGN_IN],
  expired_session: [t('Your session has expired.'), SIGN_IN],
  session_changed: [
    t('Someone signed in in this browser since this page was loaded. Nothing was changed.'),
    RELOAD,
  ],
  terms_changed: [
    t('The data that you were shown has changed in the meantime, so nothing was changed.'),
    t('Reload the page and read it again.'),
  ],
  invalid_credentials: [t('The email or the password is wrong.'), t('Check both and try again.')],
  invalid_code: [
    t('The code is wrong or has been used.'),
    t('Enter the next code that your app shows.'),
  ],
  invalid_invitation: [
    t('This link has been used, replaced, or has expired.'),
    t('Ask for a new one.'),
  ],
  origin_not_allowed: [
    t('The request did not come from this portal.'),
    t('Open the portal at its own address and try again.'),
  ],
  no_active_grant: [
    t('There is no access to this portfolio.'),
    t('The client can give it through a connection link.'),
  ],
  grant_revoked: [
    t('The access to this portfolio has been revoked.'),
    t('Send the client a new connection link.'),
  ],
  grant_expired: [
    t('The access to this portfolio has expired.'),
    t('Ask the client to choose a new end date.'),
  ],
  insufficient_scope: [
    t('The access does not include this data.'),
    t('Ask for the scope that shows it.'),
  ],
  asset_not_in_grant: [
    t('The access does not include this asset.'),
    t('Ask the client to include it.'),
  ],
  ip_not_allowed: [
    t('The API key may not be used from this address.'),
    t('Add the address to the allowed IPs of the key.'),
  ],
  enterprise_plan_required: [
    t('The firm has no active Enterprise plan.'),
    t('Ask your Orangery administrator about the plan.'),
    true,
  ],
  sandbox_only: [t('Only a sandbox key can do this.'), t('Choose a sandbox key.')],
  caller_not_allowed: [
    t('Your account may not do this.'),
    t('Ask an admin of your firm, or your Orangery administrator.'),
    true,
  ],
  recent_sign_in_required: [
    t('You did not confirm that it’s you, so nothing was changed.'),
    t('Try again and confirm.'),
  ],
  second_factor_required: [t('Your account needs two-step verification.'), t('Set it up first.')],
  asset_not_found: [t('There is no such asset.'), t('Check its registry ID.')],
  plant_not_found: [t('This plant no longer exists.'), t('Reload the page.')],
  record_not_found: [
    t('This does not exist, or you may not see it.'),
    t('Check the address, or reload the page.'),
  ],
  route_not_found: [t('There is no such address.'), t('Check it, or reload the page.')],
  method_not_allowed: [t('This address does not take such a request.'), RELOAD],
  not_acceptable: [t('The response has no format that the browser accepts.'), RELOAD],
  request_timeout: [
    t('The request took too long to arrive.'),
    t('Check your connection and try again.'),
  ],
  state_conflict: [t('This was changed in the meantime.'), RELOAD],
  body_too_large: [t('The request is larger than is accepted.'), t('Enter less and try again.')],
  unsupported_media_type: [t('The request has a format that is not accepted.'), RELOAD],
  rate_limit_exceeded: [
    t('There were too many requests or attempts.'),
    t('Try again in about a minute.'),
  ],
  too_many_concurrent_requests: [
    t('There were too many requests at the same time.'),
    t('Wait a moment and try again.'),
  ],
  headers_too_large: [
    t('The headers of the request are larger than is accepted.'),
    t('Delete the cookies of this site and sign in again.'),
  ],
  internal_error: [
    t('Something went wrong on our side.'),
    t('Try again. If it happens again, contact support with the request ID.'),
    true,
  ],
  service_unavailable: [t('The service is not available at the moment.'), t('Try again shortly.')],
  offline: [t('The server cannot be reached.'), t('Check your connection and try again.')],
  unreadable: [t('The server sent an unexpected response.'), t('Try again shortly.')],
} as const satisfies ErrorTexts

export type KnownCode = keyof typeof ERROR_TEXTS

function isKnownCode(code: string): code is KnownCode {
  return Object.hasOwn(ERROR_TEXTS, code)
}

/** A code that has texts: one that is not known is an internal error. */
export function knownCode(code: string): KnownCode {
  return isKnownCode(code) ? code : 'internal_error'
}

/** The event in words. */
export function describeCode(code: string): string {
  return ERROR_TEXTS[knownCode(code)][0]
}

// The codes of the page itself: an answer did not come, or the page could not read it.
const OWN_CODES: readonly string[] = ['offline', 'unreadable']

/** The address at which the documentation explains a code of the server; null for another code. */
export function helpAddress(code: string): string | null {
  return isKnownCode(code) && !OWN_CODES.includes(code) ? `/docs/errors#${code}` : null
}
