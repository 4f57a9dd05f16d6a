import { Marked, type Tokens } from 'marked'
import { type ErrorCode, GatewayError } from '../errors.ts'
import { ERROR_TEXTS } from '../portal/words/errors/error-texts.ts'
import type { Html } from './html.ts'
import { type Addresses, renderLine } from './markdown.ts'

const GUIDE = 'docs/guide/errors.md'

/** The remedy for an error, by its code. */
export type Remedies = (code: ErrorCode) => Html

/**
 * The remedy for an error: the words of the guide's table, which is written for programs. A code that is not in the
 * table has the words of the portal.
 */
export function readRemedies(guide: string, addresses: Addresses): Remedies {
  const told = new Map(rowsOf(guide).flatMap(([codes, todo]) => codes.map((code) => [code, todo])))
  return (code) => renderLine(told.get(code) ?? ERROR_TEXTS[code].next, GUIDE, addresses)
}

/** The meaning of an error, and its status. */
export function meaningOf(code: ErrorCode): { says: string; status: number; type: string } {
  const { status, type } = new GatewayError(code, '')
  return { says: ERROR_TEXTS[code].says, status, type }
}

function rowsOf(guide: string): (readonly [codes: readonly string[], todo: string])[] {
  const tables = new Marked()
    .lexer(guide)
    .filter((token) => token.type === 'table') as Tokens.Table[]
  return tables.flatMap(({ rows }) =>
    rows.flatMap(([, codes, todo]) =>
      codes && todo
        ? [[[...codes.text.matchAll(/`(\w+)`/g)].map(([, code = '']) => code), todo.text] as const]
        : [],
    ),
  )
}
