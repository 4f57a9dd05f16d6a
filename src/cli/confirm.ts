import { GatewayError } from '../errors.ts'
import type { Terminal } from './terminal.ts'

/**
 * Asks the operator to type a text. Throws `invalid_parameter` if another text is typed, and `missing_parameter` if
 * there is no terminal.
 */
export async function confirmTyped({ ask }: Pick<Terminal, 'ask'>, text: string): Promise<void> {
  if (ask === null)
    throw new GatewayError('missing_parameter', 'Nobody can be asked here. Confirm with --yes.')
  const typed = await ask(`This cannot be undone. Type ${text} to confirm: `)
  if (typed.trim() !== text)
    throw new GatewayError('invalid_parameter', 'Another text was typed. Nothing was done.')
}
