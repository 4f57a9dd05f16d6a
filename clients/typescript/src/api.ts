import createClient, { type Client } from 'openapi-fetch'
import { OrangeryError } from './errors.ts'
import type { paths } from './generated/paths.ts'
import { checkedCredential, checkedUrl } from './given.ts'
import { RETRY, type RetryOptions } from './retry.ts'
import { createTransport } from './transport.ts'
import { SERVICE_VERSION, VERSION } from './version.ts'

/** Where the gateway is, and how requests to it are sent. */
export interface Options extends RetryOptions {
  /** The address of the gateway, such as `https://api.example.com`. */
  readonly url: string
  /** Ends all requests. */
  readonly signal?: AbortSignal
  /** Replaces `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>
}

/** All operations of the gateway, with their types. Errors are thrown, and what may pass is repeated. */
export type Api = Client<paths>

/** Calls of the gateway with one credential: an API key, or an access token of the plant store. */
export function createApi(options: Options, name: string, given: string): Api {
  const { url, signal, fetch: send, ...retry } = options
  const credential = checkedCredential(name, given)
  return createClient<paths>({
    baseUrl: checkedUrl(url),
    fetch: createTransport({ ...RETRY, ...retry }, send),
    headers: {
      Authorization: `Bearer ${credential}`,
      'X-Service-Version': SERVICE_VERSION,
      ...userAgent(),
    },
    // The credential is for one host, so a redirect is an error.
    redirect: 'manual',
    ...(signal && { signal }),
  })
}

/** The body of a response. The transport has thrown an error for every other one. */
export function bodyOf<Body>({ data }: { readonly data?: Body }): Body {
  if (data === undefined) throw new OrangeryError('The response has no body.')
  return data
}

// A browser names itself, and asks the gateway for its leave to send another name.
function userAgent(): Record<string, string> {
  const runtime = typeof process === 'object' ? process.versions?.node : undefined
  return runtime ? { 'User-Agent': `orangery-client-typescript/${VERSION} node/${runtime}` } : {}
}
