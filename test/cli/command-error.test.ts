import { readFileSync } from 'node:fs'
import { DatabaseError } from 'pg'
import { expect } from 'vitest'
import { toCommandError } from '../../src/cli/command-error.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { quoting } from '../log/quoting.ts'
import { testTable } from '../support/test-table.ts'

const PRIVATE = 'private-value'

function databaseError(code: string, message: string, constraint?: string): DatabaseError {
  return Object.assign(new DatabaseError(message, 0, 'error'), {
    code,
    severity: 'ERROR',
    constraint,
    detail: `Key (email)=(${PRIVATE}) already exists.`,
  })
}

testTable([
  ['an error with a message', new Error('the disk is full'), 'Unexpected error: the disk is full'],
  [
    'an error with a code alone',
    Object.assign(new Error(''), { code: 'EIO' }),
    'Unexpected error: EIO',
  ],
  [
    'an error of the operating system',
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    'The operating system refuses: ENOSPC: no space left on device, write',
  ],
  ['a text', 'a text that was thrown', 'Unexpected error.'],
  ['undefined', undefined, 'Unexpected error.'],
  [
    'a duplicate',
    databaseError('23505', `duplicate key value "${PRIVATE}"`, 'users_email_key'),
    'Database error: 23505 users_email_key',
  ],
  [
    'a malformed value',
    databaseError('22P02', `invalid input syntax: "${PRIVATE}"`),
    'Database error: 22P02 ',
  ],
  [
    'a missing right',
    databaseError('42501', 'permission denied for table users'),
    'Database error: permission denied for table users',
  ],
  [
    'an invalid call of Prisma',
    new Prisma.PrismaClientValidationError(`Invalid call { email: "${PRIVATE}" }`, {
      clientVersion: '7',
    }),
    'Unexpected error: PrismaClientValidationError ',
  ],
  [
    'a failed call of Prisma',
    new Prisma.PrismaClientKnownRequestError(`failed on ${PRIVATE}`, {
      code: 'P2010',
      clientVersion: '7',
    }),
    'Unexpected error: PrismaClientKnownRequestError P2010',
  ],
])('an unexpected error is reported with its cause and without values', (_, thrown, message) => {
  expect(toCommandError(thrown)).toEqual({ code: 'internal_error', message })
})

testTable([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('an unexpected error of the database says what to set', (code) => {
  const { message } = toCommandError(Object.assign(new Error('self-signed'), { code }))
  expect(message).toMatch(
    /^The certificate of the database is not trusted \(\w+\): .* sslrootcert /,
  )
  expect(message).toContain(code)
  expect(readFileSync('docs/operations.md', 'utf8')).toContain('### TLS to PostgreSQL')
})

testTable(quoting(PRIVATE))(
  'an unexpected error is reported without what the library was given',
  (_, thrown) => {
    const { message } = toCommandError(thrown)
    expect(message).toContain(thrown.name)
    expect(message).not.toContain(PRIVATE)
  },
)
