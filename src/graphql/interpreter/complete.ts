import { defaultFieldResolver, type GraphQLLeafType, locatedError } from 'graphql'
import { JsonText } from '../../values/json-text.ts'
import type { LeafShape, ObjectShape, PlannedField, ResultObject, Shape } from './plan.ts'
import { FieldInfo, type Path, type Run } from './run.ts'

type Key = string | number

/** A value that does not fit the type of its field. It is no error of GraphQL, so the caller is not told what it is. */
export class InvalidValueError extends Error {
  constructor({ parentType, definition }: PlannedField, what: string) {
    super(`${parentType.name}.${definition.name} is ${what}.`)
  }
}

/** The result of an object: its fields are resolved in order. A promise if something in it has to be waited for. */
export function completeObject(
  run: Run,
  { fields, empty }: ObjectShape,
  source: unknown,
  path: Path | undefined,
): ResultObject | Promise<ResultObject> {
  const result = { ...empty }
  const waiting: Promise<unknown>[] = []
  try {
    for (const field of fields) {
      const value = resolveField(run, field, source, path)
      if (value instanceof Promise) waiting.push(setLater(result, field.name, value))
      else result[field.name] = value
    }
  } catch (thrown) {
    return throwAfter(waiting, thrown)
  }
  return waiting.length === 0 ? result : Promise.all(waiting).then(() => result)
}

/** The same, with each field after everything that the one before it has to wait for. */
export async function completeSerially(
  run: Run,
  { fields, empty }: ObjectShape,
): Promise<ResultObject> {
  const result = { ...empty }
  for (const field of fields)
    result[field.name] = await resolveField(run, field, undefined, undefined)
  return result
}

async function setLater(result: ResultObject, name: string, value: Promise<unknown>) {
  result[name] = await value
}

// What has begun is waited for, because it may fail as well, and nothing else would handle that.
function throwAfter(waiting: readonly Promise<unknown>[], thrown: unknown): Promise<never> {
  if (waiting.length === 0) throw thrown
  return Promise.allSettled(waiting).then(() => {
    throw thrown
  })
}

function resolveField(
  run: Run,
  field: PlannedField,
  source: unknown,
  above: Path | undefined,
): unknown {
  let value: unknown
  try {
    value = readValue(run, field, source, above)
    if (value instanceof JsonText) return value
    if (field.shape.kind === 'leaf' && !isPromise(value))
      return completeLeaf(field, field.shape, value)
  } catch (thrown) {
    return fail(run, field, field.shape, thrown, above, field.name)
  }
  return completeValue(run, field, field.shape, value, above, field.name)
}

// Most fields have no resolver, and their value is a property. Those need no arguments and no `info`.
function readValue(
  run: Run,
  field: PlannedField,
  source: unknown,
  above: Path | undefined,
): unknown {
  const { resolve = defaultFieldResolver } = field.definition
  if (resolve === defaultFieldResolver && typeof source === 'object' && source !== null) {
    const member: unknown = Reflect.get(source, field.definition.name)
    if (typeof member !== 'function') return member
  }
  return resolve(source, run.argsOf(field), run.context, new FieldInfo(run, field, above))
}

// The value of a field, or of an entry of its list. An error in it makes it null, or if it is required, what it is in.
function completeValue(
  run: Run,
  field: PlannedField,
  shape: Shape,
  value: unknown,
  above: Path | undefined,
  key: Key,
): unknown {
  try {
    const completed = isPromise(value)
      ? completeLater(run, field, shape, value, above, key)
      : completeNow(run, field, shape, value, above, key)
    return completed instanceof Promise
      ? completed.catch((thrown) => fail(run, field, shape, thrown, above, key))
      : completed
  } catch (thrown) {
    return fail(run, field, shape, thrown, above, key)
  }
}

async function completeLater(
  run: Run,
  field: PlannedField,
  shape: Shape,
  value: PromiseLike<unknown>,
  above: Path | undefined,
  key: Key,
): Promise<unknown> {
  return completeNow(run, field, shape, await value, above, key)
}

function completeNow(
  run: Run,
  field: PlannedField,
  shape: Shape,
  value: unknown,
  above: Path | undefined,
  key: Key,
): unknown {
  if (value instanceof JsonText) return value
  if (shape.kind === 'leaf') return completeLeaf(field, shape, value)
  if (value instanceof Error) throw value
  if (value === null || value === undefined) return completeNull(field, shape)
  const typename = typeof key === 'string' ? field.parentType.name : undefined
  const path = { prev: above, key, typename }
  if (shape.kind === 'object') return completeObject(run, shape, value, path)
  return completeList(run, field, shape.item, value, path)
}

function completeLeaf(field: PlannedField, shape: LeafShape, value: unknown): unknown {
  if (value === null || value === undefined) return completeNull(field, shape)
  if (value instanceof Error) throw value
  return serialize(shape.type, value, field)
}

function completeNull(field: PlannedField, { isRequired }: Shape): null {
  if (isRequired) throw new InvalidValueError(field, 'null')
  return null
}

function completeList(
  run: Run,
  field: PlannedField,
  item: Shape,
  list: unknown,
  path: Path,
): unknown {
  if (isAsyncIterable(list)) return completeInTurn(run, field, item, list, path)
  if (!isIterable(list)) throw new InvalidValueError(field, 'no list')
  const entries: unknown[] = []
  let waits = false
  try {
    for (const entry of list) {
      const completed = completeValue(run, field, item, entry, path, entries.length)
      if (completed instanceof Promise) waits = true
      entries.push(completed)
    }
  } catch (thrown) {
    return throwAfter(
      entries.filter((entry) => entry instanceof Promise),
      thrown,
    )
  }
  return waits ? Promise.all(entries) : entries
}

async function completeInTurn(
  run: Run,
  field: PlannedField,
  item: Shape,
  list: AsyncIterable<unknown>,
  path: Path,
): Promise<unknown[]> {
  const entries: unknown[] = []
  for await (const entry of list) {
    const completed = completeValue(run, field, item, entry, path, entries.length)
    // It may fail while the next entry is awaited. A rejection that nothing handles then would end the process.
    if (completed instanceof Promise) completed.catch(() => {})
    entries.push(completed)
  }
  return Promise.all(entries)
}

// The error does not name the value or its cause: it is logged.
function serialize(type: GraphQLLeafType, value: unknown, field: PlannedField): unknown {
  let serialized: unknown = null
  try {
    serialized = type.serialize(value)
  } catch {}
  if (serialized === null || serialized === undefined)
    throw new InvalidValueError(field, `no ${type.name}`)
  return serialized
}

function fail(
  run: Run,
  field: PlannedField,
  shape: Shape,
  thrown: unknown,
  above: Path | undefined,
  key: Key,
): null {
  const error = locatedError(thrown, field.nodes, keysOf(above, key))
  if (shape.isRequired) throw error
  run.errors.push(error)
  return null
}

function keysOf(above: Path | undefined, last: Key): Key[] {
  const keys = [last]
  for (let at = above; at; at = at.prev) keys.push(at.key)
  return keys.reverse()
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  )
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
