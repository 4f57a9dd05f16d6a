import { GatewayError } from '../errors.ts'
import { type IdNoun, isId } from './ids.ts'

/** Throws `record_not_found` for a text that cannot be an id of this noun, so that no statement gets it. */
export function requireIdShape(noun: IdNoun, text: string, called: string = noun): void {
  if (!isId(noun, text)) throw notFound(called)
}

export function notFound(called: string): GatewayError {
  return new GatewayError('record_not_found', `There is no ${called} with this id.`)
}
