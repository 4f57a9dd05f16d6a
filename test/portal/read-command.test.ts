import { expect, test } from 'vitest'
import { clientToRead, whoAmICommand } from '../../src/portal/domain/keys/read-command.ts'
import { testTable } from '../support/test-table.ts'

const OPTIONS = { origin: 'https://api.example', secret: '$ORANGERY_KEY', version: '2024-01-01' }

test('a command tests a key that has no client', () => {
  expect(whoAmICommand({ ...OPTIONS, secret: 'sk_test_abc' })).toBe(
    `curl 'https://api.example/graphql' \\
  -H "Authorization: Bearer sk_test_abc" \\
  -H 'X-Service-Version: 2024-01-01' \\
  -H 'Content-Type: application/json' \\
  -d '{"query":"{ viewer { name environment scopes } }"}'`,
  )
})

testTable([
  [[], undefined],
  [['revoked:a', 'expired:b'], undefined],
  [['revoked:a', 'active:b', 'active:c'], 'b'],
])('the newest active grant is read', (grants, expected) => {
  const nodes = grants.map((grant) => {
    const [state = '', id = ''] = grant.split(':')
    return { state, client: { id } }
  })
  expect(clientToRead({ newest: { nodes } })).toBe(expected)
})
