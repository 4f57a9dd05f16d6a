import {
  defaultFieldResolver,
  type GraphQLSchema,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql'
import type { Pause } from '../load/slices.ts'
import { WorkSlices } from '../load/work-slices.ts'
import type { Context } from './context.ts'

/**
 * How the lists of one run are resolved: at once, or with pauses between entries in which other requests are
 * served. The operations of REST are always resolved at once.
 */
export class PacedLists {
  #slices: WorkSlices | null = null
  #open = 0
  #waiting: (() => void)[] = []

  /** From now on there are pauses: those of the turn of heavy work. */
  start(pause: Pause): void {
    this.#slices = new WorkSlices(pause)
  }

  get isOn(): boolean {
    return this.#slices !== null
  }

  /** Resolves when the run may go on. */
  pause(): Promise<void> | undefined {
    return this.#slices?.next()
  }

  /** Gives the entries, with pauses. */
  async *pace<Entry>(entries: readonly Entry[]): AsyncGenerator<Entry> {
    this.#open++
    try {
      for (const entry of entries) {
        await this.pause()
        yield entry
      }
    } finally {
      this.#close()
    }
  }

  /** Waits until the run may go on with something that many entries wait for at the same time. */
  async pauseForEntry(): Promise<void> {
    this.#open++
    await this.pause()
    // `setImmediate` runs after the lists of this entry have begun.
    setImmediate(() => this.#close())
  }

  /** Calls back when every list that has begun has given its last entry. One statement then reads what all entries need. */
  whenAllGiven(callback: () => void): void {
    this.#waiting.push(callback)
    this.#callWaiting()
  }

  #close(): void {
    this.#open--
    this.#callWaiting()
  }

  #callWaiting(): void {
    // A list that has just been read has not begun yet.
    setImmediate(() => {
      if (this.#open > 0) return
      const waiting = this.#waiting
      this.#waiting = []
      for (const callback of waiting) setImmediate(callback)
    })
  }
}

/**
 * Makes the lists of a schema follow the `pacedLists` of the context: those of introspection as well, whose types
 * all schemas of the process have in common. An execution without a context has no pauses.
 */
export function paceLists(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (!isListType(getNullableType(field.type))) continue
      const resolve = field.resolve ?? defaultFieldResolver
      field.resolve = (parent, args, context: Context | undefined, info) => {
        const found: unknown = resolve(parent, args, context, info)
        const pacedLists = context?.pacedLists
        if (!pacedLists?.isOn) return found
        return found instanceof Promise
          ? found.then((list) => pace(pacedLists, list))
          : pace(pacedLists, found)
      }
    }
  }
  return schema
}

function pace(pacedLists: PacedLists, found: unknown): unknown {
  return Array.isArray(found) && found.length > 1 ? pacedLists.pace(found) : found
}
