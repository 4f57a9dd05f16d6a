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
  ['Unexpected error: the disk is full', new Error('the disk is full')],
  ['Unexpected error: EIO', Object.assign(new Error(''), { code: 'EIO' })],
  [
    'The operating system refuses: ENOSPC: no space left on device, write',
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  ],
  [
    'The operating system refuses: ENOENT, mkdtemp',
    Object.assign(new Error('ENOENT, mkdtemp'), { code: 'ENOENT', path: '/none/orangery-' }),
  ],
  ['Unexpected error.', 'a text that was thrown'],
  ['Unexpected error.', undefined],
  ['Database error: 23505 users_email_key', databaseError('23505', PRIVATE, 'users_email_key')],
  ['Database error: 22P02 ', databaseError('22P02', `invalid input syntax: "${PRIVATE}"`)],
  ['Database error: permission denied', databaseError('42501', 'permission denied')],
  [
    'Unexpected error: PrismaClientValidationError ',
    new Prisma.PrismaClientValidationError(PRIVATE, { clientVersion: '7' }),
  ],
  [
    'Unexpected error: PrismaClientKnownRequestError P2010',
    new Prisma.PrismaClientKnownRequestError(PRIVATE, { code: 'P2010', clientVersion: '7' }),
  ],
])('an unexpected error is reported with its cause and without values', (message, thrown) => {
  expect(toCommandError(thrown)).toEqual({ code: 'internal_error', message })
})

testTable([
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ...['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('an unexpected error of the database says what to set', (code) => {
  const { message } = toCommandError(Object.assign(new Error('self-signed'), { code }))
  expect(message).toMatch(
    /^The certificate of the database is not trusted \(\w+\): .* sslrootcert /,
  )
  expect(message).toContain(code)
  expect(readFileSync('docs/operations/database.md', 'utf8')).toContain('## TLS to PostgreSQL')
})

testTable(quoting(PRIVATE))(
  'an unexpected error is reported without what the library was given',
  (_, thrown) => {
    const { message } = toCommandError(thrown)
    expect(message).toContain(thrown.name)
    expect(message).not.toContain(PRIVATE)
  },
)
