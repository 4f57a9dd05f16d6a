import {
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  type OperationDefinitionNode,
} from 'graphql'
import type { PlannedField } from './plan.ts'

export type Path = GraphQLResolveInfo['path']
type Values = Record<string, unknown>

/** What the execution of an operation has for all of its fields. */
interface RunFacts {
  readonly schema: GraphQLSchema
  readonly operation: OperationDefinitionNode
  readonly fragments: Record<string, FragmentDefinitionNode>
  readonly variableValues: Values
  readonly rootValue: unknown
}

const NO_ARGS: Values = Object.freeze({})

/** The execution of one operation. */
export class Run {
  readonly facts: RunFacts
  readonly context: unknown
  readonly errors: GraphQLError[] = []
  readonly #args = new Map<PlannedField, Values>()

  constructor(facts: RunFacts, context: unknown) {
    this.facts = facts
    this.context = context
  }

  /** The arguments of a field. They depend on the variables only, so all objects of a list have the same ones. */
  argsOf(field: PlannedField): Values {
    if (field.definition.args.length === 0) return NO_ARGS
    const known = this.#args.get(field)
    if (known) return known
    const args = Object.freeze(
      getArgumentValues(field.definition, field.nodes[0], this.facts.variableValues),
    )
    this.#args.set(field, args)
    return args
  }
}

/**
 * What a resolver is told about its field. There is one for each call of a resolver, and few resolvers read it, so its
 * members are created when they are read.
 */
export class FieldInfo implements GraphQLResolveInfo {
  readonly #run: Run
  readonly #field: PlannedField
  readonly #parent: Path | undefined

  constructor(run: Run, field: PlannedField, parent: Path | undefined) {
    this.#run = run
    this.#field = field
    this.#parent = parent
  }

  get fieldName() {
    return this.#field.definition.name
  }

  get fieldNodes() {
    return this.#field.nodes
  }

  get returnType() {
    return this.#field.definition.type
  }

  get parentType() {
    return this.#field.parentType
  }

  get path(): Path {
    return { prev: this.#parent, key: this.#field.name, typename: this.#field.parentType.name }
  }

  get schema() {
    return this.#run.facts.schema
  }

  get fragments() {
    return this.#run.facts.fragments
  }

  get rootValue() {
    return this.#run.facts.rootValue
  }

  get operation() {
    return this.#run.facts.operation
  }

  get variableValues() {
    return this.#run.facts.variableValues
  }
}
