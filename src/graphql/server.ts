import { type ExecutionArgs, GraphQLError, getOperationAST } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Authenticator } from '../access/authenticator.ts'
import { requireNamedSession } from '../access/page-session.ts'
import { quotaHeaders, type RequestContext } from '../access/request-context.ts'
import { GatewayError } from '../errors.ts'
import type { Context } from '../schema/context.ts'
import { stringifyInSlices } from '../values/slices.ts'
import { type Cost, costOf } from './cost.ts'
import { addWithheld, causeOf, formatError } from './format-result.ts'
import { readDocuments } from './read-document.ts'
import { parseGraphQLRequest } from './request.ts'
import { schema } from './schema.ts'

/** The server context of a request: the context of its run, created before the body is read. */
export interface ServerContext {
  readonly run: Context
  /**
   * The body of a long result, which then is not in the response of the server. The server copies this
   * context, so a member of it would be set on the copy.
   */
  readonly written: { body?: Buffer }
}

/** Called with every error of a response, internal errors included. */
export type ErrorListener = (error: GatewayError, requestContext: RequestContext) => void

/** The GraphQL server. Browsers get the page `graphiql`. */
export function createGraphQLServer(
  authenticator: Authenticator,
  onError: ErrorListener,
  graphiql: string,
) {
  return createYoga<ServerContext>({
    schema,
    graphqlEndpoint: '/graphql',
    context: ({ run }) => run,
    plugins: [
      readRequest,
      readDocuments(),
      checkBeforeRun(authenticator),
      formatResult(onError),
      stringifyHeavyResult,
      quotaResponseHeaders,
    ],
    // It is limited by number of documents, and a document can be large: `readDocuments` caches by size.
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

// The editor creates styles at run time. GraphiQL sends requests with the user's session, so it may
// connect to this origin only, and only the portal may embed it in a frame.
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

/**
 * Rejects a mutation whose page was not loaded in the caller's session, and an operation that costs too
 * much. Charges the cost before the operation runs. The first request of it is already charged.
 */
function checkBeforeRun(authenticator: Authenticator): Plugin<ServerContext> {
  return {
    async onExecute({ args, setResultAndStopExecution }) {
      const run: Context = args.contextValue.run
      try {
        requireOwnPage(args, run)
        const { requests, fields } = costOfRun(args)
        await charge(authenticator, run, requests)
        await pace(run, fields)
      } catch (thrown) {
        setResultAndStopExecution({ errors: [asGraphQLError(thrown)] })
      }
    },
  }
}

function requireOwnPage({ document, operationName }: ExecutionArgs, { caller }: Context): void {
  const isChange = getOperationAST(document, operationName)?.operation === 'mutation'
  if (isChange && caller?.kind === 'user') requireNamedSession(caller)
}

function costOfRun({ document, operationName, variableValues }: ExecutionArgs): Cost {
  return costOf(schema, document, operationName ?? null, variableValues ?? {})
}

async function charge(
  authenticator: Authenticator,
  { caller, request: requestContext }: Context,
  cost: number,
): Promise<void> {
  if (cost < 2) return
  // No field serves an anonymous caller, so the operation reads nothing: it counts as one request.
  if (!caller) return authenticator.chargeAnonymous(requestContext)
  const limit = requestContext.quota?.limit ?? cost
  if (cost > limit)
    throw new GatewayError(
      'document_too_costly',
      `The document counts as ${cost} requests, and your limit is ${limit} in a minute; ask for smaller pages or fewer fields.`,
    )
  await authenticator.charge(requestContext, caller, cost - 1)
}

// Some milliseconds of work. Fewer are resolved at once.
const MANY_FIELDS = 2_000
// From so many on, several at a time would keep so much memory in use that its collection delays other requests.
const HEAVY_FIELDS = 20_000

/** Makes an operation with many fields leave time for other requests. */
async function pace(
  { caller, pacedLists, heavyWork, request }: Context,
  fields: number,
): Promise<void> {
  if (isOfPortal(caller)) return
  if (caller && fields > HEAVY_FIELDS) pacedLists.start((await heavyWork.enter(request)).pause)
  else if (fields > MANY_FIELDS) pacedLists.start()
}

// Pages of the portal read lists of keys and grants, whose loaders would read each slice of a list by itself.
function isOfPortal(caller: Context['caller']): boolean {
  return caller?.kind === 'user' && caller.by.kind === 'session'
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

/** Formats the errors of every result, and adds the list of withheld fields. */
function formatResult(onError: ErrorListener): Plugin<object, ServerContext> {
  return {
    onResultProcess({ result, setResult, serverContext: { run } }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result) return
      const errors = result.errors?.map((error) => asGraphQLError(error)) ?? []
      for (const error of errors) onError(causeOf(error), run.request)
      const wholeRequest = result.data === undefined
      const formatted = errors.map((error) => formatError(error, run.request, wholeRequest))
      setResult({ ...addWithheld(result, run), ...(errors.length > 0 && { errors: formatted }) })
    },
  }
}

// Each asset of `data.portfolio.assets.nodes` is a piece.
const ITEM_DEPTH = 5

// The server would write the whole result at once. One with errors is left to it: it knows which of their
// members are internal.
const stringifyHeavyResult: Plugin<object, ServerContext> = {
  async onResultProcess({ result, setResult, serverContext }) {
    const { request, pacedLists } = serverContext.run
    if ((!request.heavy && !pacedLists.isOn) || !('data' in result) || result.errors) return
    const pause = request.heavy?.pause
    serverContext.written.body = await stringifyInSlices(result, ITEM_DEPTH, { pause })
    setResult({ ...result, stringify: () => '' })
  },
}

function asGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  const cause = error instanceof Error ? error : new Error(String(error))
  return new GraphQLError(cause.message, { originalError: cause })
}
