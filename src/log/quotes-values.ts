import { codesOf } from '../errors.ts'

// Prisma quotes the arguments of a call, zod and graphql a value, and the parser of JSON, of numbers and of expressions
// the text around a mistake.
const QUOTING_NAME = /^(?:PrismaClient\w*|ZodError|\$ZodError|GraphQLError|SyntaxError)$/
// PostgreSQL in data exceptions (22), integrity violations (23), and errors that our functions raise (P0); Node for an
// argument that it does not take.
const QUOTING_CODE = /^(?:(?:2[23]|P0)\w{3}|ERR_INVALID_ARG_\w+)$/
// `fetch`, for a header or an address that it does not take.
const QUOTING_TEXT = /\b(?:headers?|URL)\b/i

/** Whether the message of an error can contain what a library was given: a secret or private data. */
export function quotesValues(error: Error): boolean {
  const { name, message } = error
  if (QUOTING_NAME.test(name) || codesOf(error).some((code) => QUOTING_CODE.test(code))) return true
  return error instanceof TypeError && QUOTING_TEXT.test(message)
}
