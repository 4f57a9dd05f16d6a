import { type GraphQLOutputType, getNamedType, isObjectType } from 'graphql'
import { isObject } from '../../src/values/json.ts'

/**
 * Stores the objects of results as a normalising cache does, by type and id, and finds the members in
 * which two views of one object differ.
 */
export class NormalisingCache {
  readonly conflicts: string[] = []
  readonly #stored = new Map<string, unknown>()

  add(type: GraphQLOutputType, value: unknown): void {
    const named = getNamedType(type)
    if (Array.isArray(value)) for (const item of value) this.add(type, item)
    if (!isObjectType(named) || !isObject(value)) return
    for (const [name, field] of Object.entries(named.getFields())) {
      if (!(name in value)) continue
      if (value.id !== undefined) this.#store(`${named.name}:${value.id}.${name}`, value[name])
      this.add(field.type, value[name])
    }
  }

  #store(place: string, value: unknown): void {
    const known = this.#stored.get(place)
    const text = JSON.stringify(value)
    if (known !== undefined && known !== text) this.conflicts.push(place)
    this.#stored.set(place, text)
  }
}
