import { t } from '../../i18n/text.ts'
import { ERROR_TEXTS, type KnownCode, knownCode } from './error-texts.ts'

/**
 * The remedy for a program whose request ended with a code, if it differs from the remedy for a person in the portal.
 * For every other code the next step of `ERROR_TEXTS` is shown.
 */
export const REQUEST_TEXTS: Readonly<Partial<Record<KnownCode, string>>> = {
  missing_parameter: t('Send the parameter that the answer names.'),
  malformed_request: t('Correct the address or the headers, as the answer says.'),
  invalid_parameter: t(
    'Correct the value; the answer says what is accepted. For a cursor, begin the walk again.',
  ),
  unknown_parameter: t('Leave the parameter out, or correct its name.'),
  invalid_body: t('Correct the body, as the answer says.'),
  invalid_document: t('Correct the document. GraphiQL shows the schema and completes names.'),
  document_too_costly: t('Ask for smaller pages or fewer fields.'),
  no_active_grant: t('Check the client ID. The client can give access through a connection link.'),
  insufficient_scope: t(
    'Leave out what needs the scope, or send the client a connection link with it.',
  ),
  asset_not_in_grant: t('Delete what you hold of this asset, or ask the client to include it.'),
  asset_not_found: t('Delete what you hold of this asset, or check its registry ID.'),
  record_not_found: t('Check the ID. The key has no such record.'),
  route_not_found: t('Correct the path. The documentation lists all paths.'),
  method_not_allowed: t('Send the request with GET.'),
  not_acceptable: t('Accept application/json.'),
  request_timeout: t('Repeat the request: it arrived too slowly.'),
  body_too_large: t('Send a shorter body.'),
  unsupported_media_type: t('Send JSON, with the header Content-Type: application/json.'),
  rate_limit_exceeded: t(
    'Wait as long as the header Retry-After says, then repeat it. Spread requests over the minute.',
  ),
  too_many_concurrent_requests: t('Send fewer requests at the same time.'),
  internal_error: t(
    'Repeat the request a few times. If it fails again, contact support with the request ID.',
  ),
  service_unavailable: t('Repeat the request after the time that the header Retry-After says.'),
}

/** The remedy for a program whose request ended with this code. */
export function nextStepOf(code: string): string {
  const known = knownCode(code)
  return REQUEST_TEXTS[known] ?? ERROR_TEXTS[known][1]
}
