import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { GatewayError, toGatewayError } from '../errors.ts'
import { headersOf } from '../http/error-body.ts'
import type { RequestContext } from '../load/request-context.ts'

/** The gateway error of a GraphQL error: that of a resolver, or `invalid_document` for one in the document itself. */
export function causeOf(error: GraphQLError): GatewayError {
  if (isInvalidStoredValue(error)) return toGatewayError(error)
  const cause = error.originalError
  if (cause instanceof GraphQLError) return causeOf(cause)
  if (cause && !(cause instanceof GatewayError)) return toGatewayError(cause)
  // graphql-js wraps the error of a scalar in a message that names the variable. That message is sent.
  const isWrapped = error.path === undefined && error.message !== cause?.message
  if (cause && !isWrapped) return cause
  // A mutation sent by GET is the only error of the server that is not about the document.
  const code = error.extensions.http?.status === 405 ? 'method_not_allowed' : 'invalid_document'
  return new GatewayError(cause?.code ?? code, error.message)
}

/**
 * Whether the error is that a value does not fit the type of its field. graphql-js quotes the value in its message. The
 * error of an argument has the place in the document, and this one has not.
 */
export function isInvalidStoredValue({ path, originalError }: GraphQLError): boolean {
  return path !== undefined && originalError instanceof GraphQLError && !originalError.nodes
}

/** The error as it is sent, with the same code, type and request id as over REST. */
export function formatError(
  error: GraphQLError,
  { requestId }: RequestContext,
): GraphQLFormattedError {
  const cause = causeOf(error)
  const { locations, path } = error.toJSON()
  return {
    message: cause.message,
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: extensionsOf(cause, requestId),
  }
}

/** The extensions of an error. Other errors of the response may have another `retry_after`. */
export function extensionsOf({ code, type, headers }: GatewayError, requestId: string) {
  const seconds = headers['Retry-After']
  return {
    code,
    type,
    request_id: requestId,
    ...(seconds !== undefined && { retry_after: Number(seconds) }),
  }
}

/**
 * The headers of the errors, and the status: 200 if the request was executed, else the highest of the errors. As
 * GraphQL over HTTP requires, an error in the document has 200 if the response is `application/json` (`isPlainJson`).
 */
export function outcomeOf(
  errors: readonly GraphQLError[],
  { isExecuted, isPlainJson }: { isExecuted: boolean; isPlainJson: boolean },
) {
  const headers: Record<string, string> = {}
  const statuses = errors.map((error) => {
    const cause = causeOf(error)
    for (const named of Object.entries({ ...error.extensions.http?.headers, ...headersOf(cause) }))
      addHeader(headers, named)
    const { status, code } = cause
    return isPlainJson && status === 400 && code !== 'invalid_body' ? 200 : status
  })
  return { status: isExecuted ? 200 : Math.max(200, ...statuses), headers }
}

// Of several errors the first has its headers, and the longest wait counts.
function addHeader(headers: Record<string, string>, [name, value]: [string, string]): void {
  const known = headers[name]
  if (known === undefined || (name === 'Retry-After' && Number(value) > Number(known)))
    headers[name] = value
}
