import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * A password hash costs 125 ms and 32 MB on purpose, and the tests make thousands. This replaces
 * scrypt, in the process of the tests alone, by the same function at a fraction of the cost.
 * test/sign-in/sessions.test.ts checks the cost that the program asks for.
 */
const { scrypt } = crypto

function cheapScrypt(...[password, salt, length, options, callback]: Parameters<typeof scrypt>) {
  scrypt(password, salt, length, { ...options, N: 16 }, callback)
}

// Setup runs before every file, and the files of a worker share this process.
if (scrypt.name !== cheapScrypt.name) {
  Object.defineProperty(crypto, 'scrypt', { value: cheapScrypt, writable: true })
  syncBuiltinESMExports()
}
