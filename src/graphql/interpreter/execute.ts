import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type OperationDefinitionNode,
} from 'graphql'
import { selectionsOf } from '../merged-fields.ts'
import { completeObject, completeSerially } from './complete.ts'
import { type ObjectShape, planSelections, type ResultObject } from './plan.ts'
import { Run } from './run.ts'

type Values = Readonly<Record<string, unknown>>
type Result = ExecutionResult | Promise<ExecutionResult>

const MAX_VARIABLE_ERRORS = 50

/**
 * Executes an operation of a valid document, as `execute` of graphql-js does. The schema must have no interfaces, unions
 * and subscriptions. A resolver may give a list as an async iterable: its entries are completed one after another.
 */
export function execute(args: ExecutionArgs): Result {
  const operation = PlannedOperation.find(args.schema, args.document, args.operationName)
  if (!operation) return { errors: [new GraphQLError('The document has no such operation.')] }
  return operation.execute(args.variableValues ?? {}, args.contextValue)
}

/**
 * An operation whose selections are planned: merged once, and not again for each object of a list. Nothing is made from
 * its text but these plans, so no code comes from a document.
 */
export class PlannedOperation {
  readonly #schema: GraphQLSchema
  readonly #document: DocumentNode
  readonly #operation: OperationDefinitionNode
  readonly #type: GraphQLObjectType
  readonly #fragments: Record<string, FragmentDefinitionNode> = Object.create(null)
  /** By the values of the boolean variables, because they decide what `@skip` and `@include` leave. */
  readonly #plans = new Map<string, ObjectShape>()

  private constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    type: GraphQLObjectType,
  ) {
    this.#schema = schema
    this.#document = document
    this.#operation = operation
    this.#type = type
    for (const [name, fragment] of selectionsOf(document, {}).fragments)
      this.#fragments[name] = fragment
  }

  /** The operation of this name, or the only one; null if there is none. */
  static find(
    schema: GraphQLSchema,
    document: DocumentNode,
    name?: string | null,
  ): PlannedOperation | null {
    const operation = getOperationAST(document, name)
    const type = operation && schema.getRootType(operation.operation)
    return type ? new PlannedOperation(schema, document, operation, type) : null
  }

  /** The result. It has no `data` if the variables do not fit. */
  execute(variables: Values, context: unknown): Result {
    const definitions = this.#operation.variableDefinitions ?? []
    const { coerced, errors } = getVariableValues(this.#schema, definitions, variables, {
      maxErrors: MAX_VARIABLE_ERRORS,
    })
    if (errors) return { errors }
    const facts = {
      schema: this.#schema,
      operation: this.#operation,
      fragments: this.#fragments,
      variableValues: coerced,
      rootValue: undefined,
    }
    const run = new Run(facts, context)
    const plan = this.#planFor(coerced)
    try {
      const data =
        this.#operation.operation === 'mutation'
          ? completeSerially(run, plan)
          : completeObject(run, plan, undefined, undefined)
      return data instanceof Promise
        ? data.then(
            (found) => resultOf(run, found),
            (thrown) => failed(run, thrown),
          )
        : resultOf(run, data)
    } catch (thrown) {
      return failed(run, thrown)
    }
  }

  #planFor(values: Values): ObjectShape {
    const key = Object.entries(values)
      .filter(([, value]) => typeof value === 'boolean')
      .join()
    const known = this.#plans.get(key)
    if (known) return known
    const selections = selectionsOf(this.#document, values)
    const sets = [this.#operation.selectionSet]
    const plan = planSelections(this.#schema, selections, this.#type, sets)
    this.#plans.set(key, plan)
    return plan
  }
}

function resultOf({ errors }: Run, data: ResultObject | null): ExecutionResult {
  return errors.length === 0 ? { data } : { errors, data }
}

// A required field of the root has failed.
function failed(run: Run, thrown: unknown): ExecutionResult {
  run.errors.push(thrown instanceof GraphQLError ? thrown : new GraphQLError(String(thrown)))
  return resultOf(run, null)
}
