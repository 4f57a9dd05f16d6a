import { type ExecutionResult, GraphQLError } from 'graphql'
import { type ErrorCode, GatewayError, toGatewayError } from '../errors.ts'
import type { RequestContext } from '../load/request-context.ts'
import type { Context } from '../schema/context.ts'

/**
 * The gateway error of a GraphQL error: the error that a resolver threw, as the caller may see it, or
 * `invalid_document` for an error in the document itself.
 */
export function causeOf(error: GraphQLError): GatewayError {
  const cause = error.originalError
  if (cause instanceof GraphQLError) return causeOf(cause)
  if (cause instanceof GatewayError && hasOurMessage(error)) return cause
  if (cause && !(cause instanceof GatewayError)) return toGatewayError(cause)
  return new GatewayError(cause?.code ?? codeOf(error), error.message)
}

// A mutation sent by GET is the only error of the server that is not about the document.
function codeOf({ extensions: { http } }: GraphQLError): ErrorCode {
  return http?.status === 405 ? 'method_not_allowed' : 'invalid_document'
}

// graphql-js wraps the error of a scalar in a message that names the variable. That message is sent.
function hasOurMessage(error: GraphQLError): boolean {
  return error.path !== undefined || error.message === error.originalError?.message
}

/**
 * The error as it is sent, with the same code, type and request id as over REST. If nothing was executed
 * (`wholeRequest`), the response gets the status of the error.
 */
export function formatError(
  error: GraphQLError,
  requestContext: RequestContext,
  wholeRequest: boolean,
): GraphQLError {
  const cause = causeOf(error)
  return new GraphQLError(cause.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    path: error.path ?? null,
    extensions: {
      code: cause.code,
      type: cause.type,
      request_id: requestContext.requestId,
      http: wholeRequest ? httpOf(error, cause) : {},
    },
  })
}

// With `spec`, the server follows GraphQL over HTTP: to a client that accepts application/json, an
// error in the document is sent with status 200.
function httpOf(error: GraphQLError, cause: GatewayError) {
  const { status, code } = cause
  const headers = { ...error.extensions.http?.headers, ...cause.headers }
  return { status, spec: status === 400 && code !== 'invalid_body', headers }
}

/** Adds the withheld fields to the extensions of a result, with the scopes that they require. */
export function addWithheld(result: ExecutionResult, context: Context): ExecutionResult {
  if (context.withheld.isEmpty) return result
  const withheld = context.withheld.inOrderOf(result.data)
  return { ...result, extensions: { ...result.extensions, withheld } }
}

/** The error as a GraphQL error, with itself as the cause. */
export function asGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  return new GraphQLError(cause.message, { originalError: cause })
}
