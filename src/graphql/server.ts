import { type ExecutionArgs, GraphQLError } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Authenticator } from '../access/authenticator.ts'
import { quotaHeaders, type RequestContext } from '../access/request-context.ts'
import { GatewayError } from '../errors.ts'
import type { Context } from '../schema/context.ts'
import { costOf } from './cost.ts'
import { causeOf, nameWithheld, presentError } from './format-result.ts'
import { readDocuments } from './read-document.ts'
import { parseGraphQLRequest } from './request.ts'
import { schema } from './schema.ts'

/** What a request brings to the server: its run's context, made before the body was looked at. */
export interface ServerContext {
  readonly run: Context
}

/** Told of every refusal, our own faults among them. */
export type ErrorListener = (error: GatewayError, requestContext: RequestContext) => void

/** GraphQL over HTTP for one path, with the page `graphiql` for browsers. */
export function createGraphQLServer(
  authenticator: Authenticator,
  onRefusal: ErrorListener,
  graphiql: string,
) {
  return createYoga<ServerContext>({
    schema,
    graphqlEndpoint: '/graphql',
    context: ({ run }) => run,
    plugins: [
      readRequest,
      readDocuments(),
      chargeBeforeRun(authenticator),
      present(onRefusal),
      quotaResponseHeaders,
    ],
    // It is bounded by number, and a document can be large.
    parserAndValidationCache: false,
    maskedErrors: false,
    multipart: false,
    cors: false,
    landingPage: false,
    logging: false,
    graphiql: graphiql !== '',
    renderGraphiQL: () => graphiql,
  })
}

// Its editor makes styles as it runs. It asks nobody but us, and only our own pages show it in a
// frame, since it asks with the session of whoever is signed in.
const GRAPHIQL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const readRequest: Plugin = {
  onRequestParse({ setRequestParser }) {
    setRequestParser(parseGraphQLRequest)
  },
}

/** Refuses what is too costly, and counts what it costs past the first request, before anything runs. */
function chargeBeforeRun(authenticator: Authenticator): Plugin<ServerContext> {
  return {
    async onExecute({ args, setResultAndStopExecution }) {
      const run: Context = args.contextValue.run
      try {
        await charge(authenticator, args, run)
      } catch (thrown) {
        setResultAndStopExecution({ errors: [asGraphQLError(thrown)] })
      }
    },
  }
}

async function charge(
  authenticator: Authenticator,
  args: ExecutionArgs,
  { caller, request: requestContext }: Context,
): Promise<void> {
  const { document, operationName, variableValues } = args
  const cost = costOf(schema, document, operationName ?? null, variableValues ?? {})
  if (cost < 2) return
  // Every field refuses a caller without a credential, so no list is read for one.
  if (!caller) return authenticator.chargeAnonymous(requestContext)
  const limit = requestContext.quota?.limit ?? cost
  if (cost > limit)
    throw new GatewayError(
      'document_too_costly',
      `The document counts as ${cost} requests, and your limit is ${limit} in a minute; ask for smaller pages or fewer fields.`,
    )
  await authenticator.charge(requestContext, caller, cost - 1)
}

const quotaResponseHeaders: Plugin<object, ServerContext> = {
  onResponse({ response, serverContext: { run } }) {
    for (const [name, value] of Object.entries(quotaHeaders(run.request)))
      response.headers.set(name, value)
    response.headers.set('Cache-Control', 'no-store')
    if (response.headers.get('Content-Type')?.startsWith('text/html'))
      response.headers.set('Content-Security-Policy', GRAPHIQL_POLICY)
  },
}

/** Gives every answer its errors in our words and the list of what was withheld. */
function present(onRefusal: ErrorListener): Plugin<object, ServerContext> {
  return {
    onResultProcess({ result, setResult, serverContext: { run } }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result) return
      const errors = result.errors?.map((error) => asGraphQLError(error)) ?? []
      for (const error of errors) onRefusal(causeOf(error), run.request)
      const wholeRequest = result.data === undefined
      const presented = errors.map((error) => presentError(error, run.request, wholeRequest))
      setResult({ ...nameWithheld(result, run), ...(errors.length > 0 && { errors: presented }) })
    },
  }
}

function asGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  return new GraphQLError(cause.message, { originalError: cause })
}
