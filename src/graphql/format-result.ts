import { type ExecutionResult, GraphQLError } from 'graphql'
import type { RequestContext } from '../access/request-context.ts'
import { type ErrorCode, GatewayError, toGatewayError } from '../errors.ts'
import type { Context } from '../schema/context.ts'

/**
 * The error behind a GraphQL error: what a resolver threw, as a caller may see it; or, where the
 * document itself was refused, `invalid_document`.
 */
export function causeOf(error: GraphQLError): GatewayError {
  const cause = error.originalError
  if (cause instanceof GraphQLError) return causeOf(cause)
  if (cause instanceof GatewayError && isOurWording(error)) return cause
  if (cause && !(cause instanceof GatewayError)) return toGatewayError(cause)
  return new GatewayError(cause?.code ?? codeOf(error), error.message)
}

// A mutation by GET is the one refusal of the server itself that is not about the document.
function codeOf({ extensions: { http } }: GraphQLError): ErrorCode {
  return http?.status === 405 ? 'method_not_allowed' : 'invalid_document'
}

// What a scalar says of a bad value is wrapped by the parser in words that name the variable.
function isOurWording(error: GraphQLError): boolean {
  return error.path !== undefined || error.message === error.originalError?.message
}

/**
 * An error as every GraphQL answer has it: with the same code, type and request id as in REST.
 * Where nothing was run the answer has its status too; where something was, the rest of it stands.
 */
export function presentError(
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

// What is wrong with a document that came whole is a result like any other to those who ask for
// application/json; `spec` says so.
function httpOf(error: GraphQLError, cause: GatewayError) {
  const { status, code } = cause
  const headers = { ...error.extensions.http?.headers, ...cause.headers }
  return { status, spec: status === 400 && code !== 'invalid_body', headers }
}

/** Adds to a result what the run withheld: each field once, with the scope that would show it. */
export function nameWithheld(result: ExecutionResult, context: Context): ExecutionResult {
  if (context.withheld.size === 0) return result
  const byField = new Map([...context.withheld.values()].map((each) => [each.field, each]))
  return { ...result, extensions: { ...result.extensions, withheld: [...byField.values()] } }
}
