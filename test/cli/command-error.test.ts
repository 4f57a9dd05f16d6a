import { DatabaseError } from 'pg'
import { describe, expect, test } from 'vitest'
import { toCommandError } from '../../src/cli/command-error.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'

const PRIVATE = 'private-value'

function databaseError(code: string, message: string, constraint?: string): DatabaseError {
  return Object.assign(new DatabaseError(message, 0, 'error'), {
    code,
    severity: 'ERROR',
    constraint,
    detail: `Key (email)=(${PRIVATE}) already exists.`,
  })
}

describe('an unexpected error', () => {
  test.each([
    [new Error('the disk is full'), 'Unexpected error: the disk is full'],
    [Object.assign(new Error(''), { code: 'EIO' }), 'Unexpected error: EIO'],
    [
      Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
      'The operating system refuses: ENOSPC: no space left on device, write',
    ],
    ['a text that was thrown', 'Unexpected error.'],
    [undefined, 'Unexpected error.'],
    [
      databaseError('23505', `duplicate key value "${PRIVATE}"`, 'users_email_key'),
      'Database error: 23505 users_email_key',
    ],
    [databaseError('22P02', `invalid input syntax: "${PRIVATE}"`), 'Database error: 22P02 '],
    [
      databaseError('42501', 'permission denied for table users'),
      'Database error: permission denied for table users',
    ],
    [
      new Prisma.PrismaClientValidationError(`Invalid call { email: "${PRIVATE}" }`, {
        clientVersion: '7',
      }),
      'Unexpected error: PrismaClientValidationError ',
    ],
    [
      new Prisma.PrismaClientKnownRequestError(`failed on ${PRIVATE}`, {
        code: 'P2010',
        clientVersion: '7',
      }),
      'Unexpected error: PrismaClientKnownRequestError P2010',
    ],
  ])('row %# is reported with its cause and without values', (thrown, message) => {
    expect(toCommandError(thrown)).toEqual({ code: 'internal_error', message })
  })
})
