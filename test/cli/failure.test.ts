import { DatabaseError } from 'pg'
import { describe, expect, test } from 'vitest'
import { explainFailure } from '../../src/cli/failure.ts'
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

describe('an unexpected fault', () => {
  test.each([
    [new Error('the disk is full'), 'Unexpected fault: the disk is full'],
    [Object.assign(new Error(''), { code: 'EIO' }), 'Unexpected fault: EIO'],
    ['a text that was thrown', 'Unexpected fault.'],
    [undefined, 'Unexpected fault.'],
    [
      databaseError('23505', `duplicate key value "${PRIVATE}"`, 'users_email_key'),
      'The database refused: 23505 users_email_key',
    ],
    [databaseError('22P02', `invalid input syntax: "${PRIVATE}"`), 'The database refused: 22P02 '],
    [
      databaseError('42501', 'permission denied for table users'),
      'The database refused: permission denied for table users',
    ],
    [
      new Prisma.PrismaClientValidationError(`Invalid call { email: "${PRIVATE}" }`, {
        clientVersion: '7',
      }),
      'Unexpected fault: PrismaClientValidationError ',
    ],
    [
      new Prisma.PrismaClientKnownRequestError(`failed on ${PRIVATE}`, {
        code: 'P2010',
        clientVersion: '7',
      }),
      'Unexpected fault: PrismaClientKnownRequestError P2010',
    ],
  ])('row %# says its cause and no value', (thrown, message) => {
    expect(explainFailure(thrown)).toEqual({ code: 'internal_error', message })
  })
})
