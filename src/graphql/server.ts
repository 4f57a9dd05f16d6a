import { type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Authenticator } from '../access/authenticator.ts'
import { requireNamedSession } from '../access/page-session.ts'
import type { GatewayError } from '../errors.ts'
import { recheckCallerAtEnd } from '../load/recheck.ts'
import { quotaHeaders, type RequestContext } from '../load/request-context.ts'
import type { Context } from '../schema/context.ts'
import { type Budget, createBudget, type GraphQLWork } from './budget.ts'
import { addWithheld, asGraphQLError, causeOf, formatError } from './format-result.ts'
import { readDocuments } from './read-document.ts'
import { parseGraphQLRequest } from './request.ts'
import { schema } from './schema.ts'
import { createStandardIntrospection, type StoredBody } from './standard-introspection.ts'
import { writeResult } from './write-result.ts'

/**
 * The state of a request in the server. It is one object because the server copies the context, and a member that is
 * set on a copy is lost.
 */
export interface RequestWork extends GraphQLWork {
  /** The body of the response. The response of the server has no body. */
  body?: Buffer
  /** Whether the operation changes something. */
  isChange?: boolean
  /** A stored body. It is sent instead of `body`. */
  stored?: StoredBody
}

/** The server context of a request: the context of its run, created before the body is read. */
export interface ServerContext {
  readonly run: Context
  readonly work: RequestWork
}

/** Called with every error of a response, internal errors included. */
export type ErrorListener = (error: GatewayError, requestContext: RequestContext) => void

/** The GraphQL server. Browsers get the page `graphiql`. */
export function createGraphQLServer(
  authenticator: Authenticator,
  onError: ErrorListener,
  graphiql: string,
) {
  const budget = createBudget(authenticator, schema)
  return createYoga<ServerContext>({
    schema,
    graphqlEndpoint: '/graphql',
    context: ({ run }) => run,
    plugins: [
      readRequest,
      readDocuments(createStandardIntrospection(schema), budget),
      checkBeforeRun(budget),
      finishResult(onError),
      quotaResponseHeaders,
    ],
    // The server's cache is limited by the number of documents, and a document can be large. `readDocuments` has a
    // cache that is limited by size.
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

// Rejects a mutation whose page was not loaded in the caller's session, and an operation that costs too much.
function checkBeforeRun(budget: Budget): Plugin<ServerContext> {
  return {
    async onExecute({ args, setResultAndStopExecution }) {
      const { run, work }: ServerContext = args.contextValue
      try {
        work.isChange = isMutation(args)
        if (work.isChange) requireOwnPage(run)
        await budget.admitOperation(args, run, work)
      } catch (thrown) {
        setResultAndStopExecution({ errors: [asGraphQLError(thrown)] })
      }
    },
  }
}

function isMutation({ document, operationName }: ExecutionArgs): boolean {
  return getOperationAST(document, operationName)?.operation === 'mutation'
}

function requireOwnPage({ caller }: Context): void {
  if (caller?.kind === 'user') requireNamedSession(caller)
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

// Formats the errors of every result, adds the list of withheld fields, and writes the body.
function finishResult(onError: ErrorListener): Plugin<object, ServerContext> {
  const write = async (result: ExecutionResult, run: Context, work: RequestWork) => {
    const formatted = format(result, run, onError)
    work.body = await writeResult(formatted, run, work.isChange)
    return formatted
  }
  return {
    async onResultProcess({ result, setResult, serverContext: { run, work } }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result) return
      const finished = work.stored
        ? result
        : await write(result, run, work).catch((thrown) =>
            write({ errors: [asGraphQLError(thrown)] }, run, work),
          )
      // If the credential has ended, this throws for the error as well, and the router sends it. The result of a mutation
      // is always sent: the change is made.
      if (!work.stored && !work.isChange) await recheckCallerAtEnd(run.request)
      // The body is already written. Without this, the server would write the whole result at once.
      setResult({ ...finished, stringify: () => '' })
    },
  }
}

function format(result: ExecutionResult, run: Context, onError: ErrorListener): ExecutionResult {
  const errors = result.errors?.map((error) => asGraphQLError(error)) ?? []
  for (const error of errors) onError(causeOf(error), run.request)
  const wholeRequest = result.data === undefined
  const formatted = errors.map((error) => formatError(error, run.request, wholeRequest))
  return { ...addWithheld(result, run), ...(errors.length > 0 && { errors: formatted }) }
}
