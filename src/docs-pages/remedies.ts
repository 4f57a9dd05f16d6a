import type { ErrorCode } from '../errors.ts'
import { ERROR_TEXTS } from '../portal/words/errors/error-texts.ts'
import type { Html } from './html.ts'
import { type Addresses, renderLine } from './markdown.ts'

const GUIDE = 'docs/guide/errors.md'
const ROW = /^\|[^|]*\|([^|]*)\|([^|]*)\|$/gm

/** The remedy for an error, by its code. */
export type Remedies = (code: ErrorCode) => Html

/**
 * The remedy for an error: the words of the guide's table, which is written for programs. A code that is not in the
 * table has the words of the portal.
 */
export function readRemedies(guide: string, addresses: Addresses): Remedies {
  const told = new Map(
    [...guide.matchAll(ROW)].flatMap(([, codes = '', todo = '']) =>
      [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => [code, todo.trim()] as const),
    ),
  )
  return (code) => renderLine(told.get(code) ?? ERROR_TEXTS[code].next, GUIDE, addresses)
}
