import { type ExecutionResult, getOperationAST, type OperationDefinitionNode } from 'graphql'
import { createYoga, type Plugin } from 'graphql-yoga'
import type { Authenticator } from '../access/authenticator.ts'
import { requireNamedSession } from '../access/page-session.ts'
import type { GatewayError } from '../errors.ts'
import { recheckCallerAtEnd } from '../load/recheck.ts'
import type { RequestContext } from '../load/request-context.ts'
import type { Context } from '../schema/context.ts'
import { type Budget, createBudget, type GraphQLWork } from './budget.ts'
import {
  addExtensions,
  asGraphQLError,
  causeOf,
  formatError,
  type Outcome,
  outcomeOf,
} from './format-result.ts'
import { execute } from './interpreter/execute.ts'
import { createDocumentReader } from './read-document.ts'
import { type GraphQLCall, type GraphQLParameters, parseGraphQLRequest } from './request.ts'
import { schema } from './schema.ts'
import { createStandardIntrospection, type StoredBody } from './standard-introspection.ts'
import { createDocumentFinder } from './trusted-documents.ts'
import { writeResult } from './write-result.ts'

/**
 * The state of a request in the server. It is one object because the server copies the context, and a member that is
 * set on a copy is lost.
 */
export interface RequestWork extends GraphQLWork {
  /** Whether the operation changes something. */
  isChange?: boolean
  /** Whether its document is one that an operator has added. */
  isTrusted?: boolean
}

type YogaParameters = Omit<GraphQLParameters, 'document'> & { readonly query: string }

/** The server context of a request: the context of its run, created before the body is read. */
export interface ServerContext {
  readonly run: Context
  readonly work: RequestWork
}

/** The response to a call, without the headers that all responses have. */
export interface GraphQLReply extends Outcome {
  readonly body: Buffer | StoredBody
}

/** Called with every error of a response, internal errors included. */
export type ErrorListener = (error: GatewayError, requestContext: RequestContext) => void

/** Answers a call. `isPlainJson`: the response is `application/json`. Throws if the credential has ended meanwhile. */
type AnswerCall = (
  call: GraphQLCall,
  context: ServerContext,
  isPlainJson: boolean,
) => Promise<GraphQLReply>

/**
 * The GraphQL server: Yoga without its HTTP part, which creates a request and a response of the Fetch API for each call.
 */
export function createGraphQLServer(
  authenticator: Authenticator,
  onError: ErrorListener,
): AnswerCall {
  const budget = createBudget(authenticator, schema)
  const documents = createDocumentReader(createStandardIntrospection(schema), budget)
  const findDocument = createDocumentFinder()
  const yoga = createYoga<ServerContext>({
    schema,
    context: ({ run }) => run,
    plugins: [documents.plugin, checkBeforeRun(budget)],
    // The server's cache is limited by the number of documents, and a document can be large. `documents` has a cache
    // that is limited by size.
    parserAndValidationCache: false,
    maskedErrors: false,
    logging: false,
  })
  const run = async (method: string, params: YogaParameters, context: ServerContext) => {
    const enveloped = yoga.getEnveloped({ ...context, request: { method }, params })
    const document = enveloped.parse(params.query)
    const errors = enveloped.validate(schema, document)
    if (errors.length > 0) return { errors }
    return enveloped.execute({
      schema,
      document,
      contextValue: await enveloped.contextFactory(),
      variableValues: params.variables,
      operationName: params.operationName,
    })
  }
  return async (call, context, isPlainJson) => {
    let result: ExecutionResult
    try {
      const { document, ...params } = parseGraphQLRequest(call)
      const { text, isTrusted } = await findDocument(document, context.run)
      context.work.isTrusted = isTrusted
      const stored = await documents.prepare(text, params.operationName, context)
      if (stored) return { ...DONE, body: stored }
      result = await run(call.method, { ...params, query: text }, context)
    } catch (thrown) {
      result = { errors: [asGraphQLError(thrown)] }
    }
    return finish(result, context, isPlainJson, onError)
  }
}

// Rejects a mutation whose page was not loaded in the caller's session, and an operation that costs too much.
function checkBeforeRun(budget: Budget): Plugin<ServerContext> {
  return {
    async onExecute({ args, setExecuteFn, setResultAndStopExecution }) {
      const { run, work }: ServerContext = args.contextValue
      setExecuteFn(execute)
      try {
        const operation = getOperationAST(args.document, args.operationName)
        work.isChange = operation?.operation === 'mutation'
        if (operation) run.request.operation = describeOperation(operation)
        if (work.isChange) requireOwnPage(run)
        await budget.admitOperation(args, run, work)
      } catch (thrown) {
        setResultAndStopExecution({ errors: [asGraphQLError(thrown)] })
      }
    },
  }
}

const MAX_FIELDS = 10

function describeOperation({ operation, name, selectionSet }: OperationDefinitionNode) {
  const selected = selectionSet.selections.slice(0, MAX_FIELDS)
  const fields = selected.flatMap((each) => (each.kind === 'Field' ? [each.name.value] : []))
  return { type: operation, name: name?.value ?? null, fields }
}

function requireOwnPage({ caller }: Context): void {
  if (caller?.kind === 'user') requireNamedSession(caller)
}

const DONE: Outcome = { status: 200, headers: {} }

// Formats the errors of a result, adds the list of withheld fields, and writes the body.
async function finish(
  result: ExecutionResult,
  { run, work }: ServerContext,
  isPlainJson: boolean,
  onError: ErrorListener,
): Promise<GraphQLReply> {
  const write = async (result: ExecutionResult): Promise<GraphQLReply> => {
    const { errors = [], ...found } = result
    for (const error of errors) onError(causeOf(error), run.request)
    const formatted = errors.map((error) => formatError(error, run.request))
    const sent = { ...(errors.length > 0 && { errors: formatted }), ...addExtensions(found, run) }
    const outcome = outcomeOf(errors, { isExecuted: found.data !== undefined, isPlainJson })
    return { ...outcome, body: await writeResult(sent, run, work.isChange) }
  }
  const reply = await write(result).catch((thrown) => write({ errors: [asGraphQLError(thrown)] }))
  // If the credential has ended, this throws for the error as well, and the router sends it. The result of a mutation
  // is always sent: the change is made.
  if (!work.isChange) await recheckCallerAtEnd(run.request)
  return reply
}
