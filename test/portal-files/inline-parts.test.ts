import { expect, test } from 'vitest'
import { inlineParts } from '../../src/portal-files/inline-parts.ts'
import { testTable } from '../support/test-table.ts'

test('the style and the script are named by the hashes of their texts', () => {
  expect(inlineParts('<style>a{}</style><p></p><script>alert(1)</script>')).toEqual({
    style: 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk=',
    script: 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=',
  })
})

testTable(['<script>a</script>', '<style>a{}</style>', '<style nonce="a">a{}</style>'])(
  'a template without its parts is refused',
  (template) => {
    expect(() => inlineParts(template)).toThrow('The template has no inline')
  },
)
