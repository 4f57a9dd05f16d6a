import { getNamedType, isObjectType, isRequiredArgument } from 'graphql'
import { schema } from '../../src/graphql/schema.ts'

/** What a hostile document is composed of. */
export interface Plan {
  /** The fields from the root on: each is in the one before. */
  readonly path: readonly string[]
  /** How often each of them stands under another name. */
  readonly aliases: readonly number[]
  /** How many fields without fields of their own each level has besides. */
  readonly leaves: readonly number[]
  readonly aliasLength: number
  /** How often the whole stands in the document, to be merged. */
  readonly repeats: number
  /** How many other root fields stand beside it. */
  readonly roots: number
  readonly hasFragments: boolean
  readonly hasDirectives: boolean
  readonly hasTypenames: boolean
}

const START = ['__schema', '__type(name: "Asset")', '__type(name: "Query")']
const MAX_DEPTH = 9
const MAX_CHARACTERS = 32_768
const ROOTS = Object.values(schema.getQueryType()?.getFields() ?? {})

const integer = (below: number) => Math.floor(Math.random() * below)
const pick = <Each>(list: readonly Each[]): Each | undefined => list[integer(list.length)]
const coin = () => integer(2) === 0

/** A plan of chance. */
export function randomPlan(): Plan {
  const path = randomPath()
  return {
    path,
    aliases: path.map(() => pick([1, 1, 1, 2, 5, 20, 48]) ?? 1),
    leaves: path.map(() => integer(8)),
    aliasLength: pick([1, 2, 30, 128]) ?? 1,
    repeats: pick([1, 1, 2, 8]) ?? 1,
    roots: pick([0, 0, 5, 40]) ?? 0,
    hasFragments: coin(),
    hasDirectives: coin(),
    hasTypenames: coin(),
  }
}

/** The plan with one part of another. */
export function mutate(plan: Plan): Plan {
  const other = randomPlan()
  const { path, aliases, leaves, ...rest } = other
  const names = Object.keys(rest).sort(() => Math.random() - 0.5)
  const changed = Object.fromEntries(Object.entries(rest).filter(([name]) => name === names[0]))
  const at = integer(plan.path.length)
  if (coin()) return { ...plan, ...changed }
  if (coin()) return { ...plan, path, aliases, leaves }
  const nudge = (list: readonly number[], below: number) =>
    list.map((value, i) => (i === at ? integer(below) + 1 : value))
  return { ...plan, aliases: nudge(plan.aliases, 49), leaves: nudge(plan.leaves, 12) }
}

function typeOfPath(path: readonly string[]) {
  const [first = ''] = path
  let type = schema.getType(first.startsWith('__schema') ? '__Schema' : '__Type')
  for (const name of path.slice(1)) {
    if (!isObjectType(type)) return undefined
    const field = type.getFields()[name]
    type = field && getNamedType(field.type)
  }
  return isObjectType(type) ? type : undefined
}

function fieldsBelow(path: readonly string[], isLeaf: boolean): string[] {
  const fields = Object.values(typeOfPath(path)?.getFields() ?? {})
  return fields
    .filter(({ type }) => isObjectType(getNamedType(type)) !== isLeaf)
    .map(({ name }) => name)
}

function randomPath(): string[] {
  const path = [pick(START) ?? '']
  const length = 1 + integer(MAX_DEPTH)
  while (path.length < length) {
    const next = pick(fieldsBelow(path, false))
    if (next === undefined) break
    path.push(next)
  }
  return path
}

/** A plan whose document is longer than any may be. */
export class TooLong extends Error {}

/** The document of a plan. Throws `TooLong`. */
export function composeDocument(plan: Plan): string {
  const fragments: string[] = []
  const body = selection(plan, 0, fragments)
  const whole = Array(plan.repeats).fill(body).join(' ')
  const others = Array.from({ length: plan.roots }, (_, i) => rootField(i)).join(' ')
  return `query ($no: Boolean! = false, $yes: Boolean! = true) { ${whole} ${others} __typename @include(if: $yes) @skip(if: $no) } ${fragments.join(' ')}`
}

function rootField(index: number): string {
  const field = ROOTS[index % ROOTS.length]
  if (!field) return ''
  const args = field.args.filter(isRequiredArgument).map(({ name, type }) => {
    return `${name}: ${String(type).startsWith('Int') ? 1 : '"x"'}`
  })
  const list = args.length > 0 ? `(${args.join(', ')})` : ''
  const isObject = isObjectType(getNamedType(field.type))
  return `r${index}: ${field.name}${list} ${isObject ? '{ __typename }' : ''}`
}

function selection(plan: Plan, level: number, fragments: string[]): string {
  const field = plan.path[level]
  if (field === undefined) return ''
  const here = plan.path.slice(0, level + 1)
  const leaves = fieldsBelow(here, true).slice(0, plan.leaves[level])
  const directive = plan.hasDirectives ? '@include(if: $yes)' : ''
  const inner = [
    ...leaves.map((leaf) => `${leaf} ${directive}`),
    ...(plan.hasTypenames || leaves.length === 0 ? ['__typename'] : []),
    selection(plan, level + 1, fragments),
  ].join(' ')
  const below = plan.hasFragments ? spread(inner, here, fragments) : inner
  if (below.length * (plan.aliases[level] ?? 1) > MAX_CHARACTERS) throw new TooLong()
  return Array.from({ length: plan.aliases[level] ?? 1 }, (_, i) => {
    const alias = i === 0 ? '' : `${`a${level}x${i}`.padEnd(plan.aliasLength, 'y')}: `
    return `${alias}${field} { ${below} }`
  }).join(' ')
}

function spread(inner: string, path: readonly string[], fragments: string[]): string {
  const name = `F${fragments.length}`
  fragments.push(`fragment ${name} on ${typeOfPath(path)?.name} { ${inner} }`)
  return `...${name}`
}
