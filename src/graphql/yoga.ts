import type { Response } from 'express'
import type { DocumentNode } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Authenticator } from '../access/authenticator.ts'
import type { GatewayError } from '../errors.ts'
import type { CompressedForms } from '../http/compressed.ts'
import type { RequestContext } from '../load/request-context.ts'
import type { Context } from '../schema/builder.ts'
import { useBlockLeaves } from './plugins/use-block-leaves.ts'
import { createCharge, useCost } from './plugins/use-cost.ts'
import { useDocumentBudget } from './plugins/use-document-budget.ts'
import { useResult } from './plugins/use-result.ts'
import { useStoredIntrospection } from './plugins/use-stored-introspection.ts'
import { useStrictRequest } from './plugins/use-strict-request.ts'
import { executionSchema, schema } from './schema.ts'

/** The state of a request, from its arrival on. Each plugin sets its own members. */
export interface RequestWork {
  /** Whether its document is one that an operator has added. */
  isTrusted?: boolean
  document?: DocumentNode
  /** The body that answers it. */
  stored?: CompressedForms
  isChange?: boolean
}

/** The data that the server has of a request beside the request itself. */
export interface ServerContext {
  /** The context of its run, created before the body is read. */
  readonly run: Context
  readonly work: RequestWork
  readonly type: string
  readonly response: Response
}

export type ServerPlugin = Plugin<ServerContext, ServerContext>

/** Called with every error of a response, internal errors included. */
export type ErrorListener = (error: GatewayError, requestContext: RequestContext) => void

/** The GraphQL server. Each plugin adds one behaviour; those of one hook are called in this order. */
export function createServer(authenticator: Authenticator, onError: ErrorListener) {
  const charge = createCharge(authenticator)
  return createYoga<ServerContext>({
    schema,
    context: ({ run }) => run,
    plugins: [
      useStrictRequest(),
      useStoredIntrospection(schema),
      useDocumentBudget(charge),
      useCost(charge),
      useBlockLeaves(schema, executionSchema),
      useResult(onError),
    ],
    // `useDocumentBudget` limits its cache by size. The server's is limited by number, and a document can be large.
    parserAndValidationCache: false,
    // `useResult` masks errors.
    maskedErrors: false,
    logging: false,
    // The router sends GraphiQL and the headers of all responses.
    graphiql: false,
    landingPage: false,
    cors: false,
    // `http/body.ts` limits the size of a body.
    maxRequestBodySize: false,
  })
}
