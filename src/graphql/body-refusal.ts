import { GatewayError } from '../errors.ts'

/** What Express's body parser refused, in our words; null for anything else. */
export function bodyRefusal(thrown: unknown): GatewayError | null {
  if (thrown instanceof GatewayError || !(thrown instanceof Error)) return null
  if (!('expose' in thrown) || !('status' in thrown)) return null
  switch (thrown.status) {
    case 413:
      return new GatewayError('body_too_large', 'The body is larger than is accepted.')
    case 415:
      return new GatewayError(
        'unsupported_media_type',
        'The body has an encoding that is not accepted.',
      )
    case 400:
      return new GatewayError('invalid_body', 'The body could not be read whole.')
    default:
      return null
  }
}
