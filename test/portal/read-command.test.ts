import { expect } from 'vitest'
import { clientToRead } from '../../src/portal/domain/keys/read-command.ts'
import { testTable } from '../support/test-table.ts'

testTable([
  [[], undefined],
  [['revoked:a', 'expired:b'], undefined],
  [['revoked:a', 'active:b', 'active:c'], 'b'],
])('the newest active grant is read', (grants, expected) => {
  const nodes = grants.map((grant) => {
    const [state = '', id = ''] = grant.split(':')
    return { state, client: { id } }
  })
  expect(clientToRead(nodes)).toBe(expected)
})
