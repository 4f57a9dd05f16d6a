import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { GatewayError } from '../errors.ts'
import { endStatusOf, onRequestEnd } from '../load/request-context.ts'
import { redactSecrets } from '../values/redact-secrets.ts'

// A path is ASCII, so its length is its size in bytes.
const MAX_PATH_LENGTH = 512

/** Logs one line for each request, when its response has ended or its client has disconnected. */
export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now()
    const { method } = request
    const path = loggedPath(response.locals.target.path)
    // The event 'finish' does not come if the client disconnects during the response.
    onRequestEnd(response, () => {
      const milliseconds = Math.round((performance.now() - started) * 10) / 10
      const { caller, requestContext } = response.locals
      const { requestId, usage, error, isSimulated } = requestContext
      log.info(
        {
          request_id: requestId,
          method,
          path,
          status: endStatusOf(response),
          milliseconds,
          ...(usage && { key_id: usage.keyId }),
          ...(caller?.kind === 'service' && { service_id: caller.serviceId }),
          ...(error && { code: error.code }),
          ...(isSimulated && { simulated: true }),
          ...(response.locals.traceId && { trace_id: response.locals.traceId }),
          ...(!response.writableFinished && { cut_off: true }),
        },
        'request',
      )
    })
    next()
  }
}

/**
 * Logs only an internal error, with its cause. The log line of the request has any other. A refusal because of load has
 * no cause, since there may be thousands.
 */
export function logInternalError(log: Logger, error: GatewayError, requestId: string): void {
  if (error.status >= 500 && error.cause !== undefined)
    log.error({ request_id: requestId, code: error.code, err: error.cause }, 'internal error')
}

// A secret is recognized by its form. Percent-encoded characters change the form, so the decoded path is checked.
function withoutSecrets(path: string): string {
  const decoded = path.replace(/%([2-7][\da-fA-F])/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  const redacted = redactSecrets(decoded)
  return redacted === decoded ? path : redacted
}

// The query is not logged: it names clients and the data that is read. The paths of invitations and connection links
// are cut, because they contain the secret of the link.
function loggedPath(path: string): string {
  const prefix = ['/invitation/', '/connect/'].find((each) => path.startsWith(each))
  const shown = prefix === undefined || path === prefix ? withoutSecrets(path) : `${prefix}…`
  return shown.length > MAX_PATH_LENGTH ? `${shown.slice(0, MAX_PATH_LENGTH)}…` : shown
}
