import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** Node's own `scrypt`. */
export const scrypt = crypto.scrypt

/**
 * A password hash costs 125 ms and 32 MB on purpose, and the tests make thousands. This replaces
 * scrypt, in the process of the tests alone, by the same function at a hundredth of the cost.
 * test/modules/people/passwords.test.ts checks the cost that the program asks for.
 */
crypto.scrypt = ((password, salt, length, options, callback) =>
  scrypt(password, salt, length, { ...options, N: 16, r: 8 }, callback)) as typeof scrypt
syncBuiltinESMExports()
