import { expect } from 'vitest'
import { findUrlProblem } from '../../src/portal/firm/webhooks/webhook-url.ts'
import { testTable } from '../support/test-table.ts'

testTable([
  ['', null],
  [' https://hooks.example.com/a?b=c ', null],
  ['HTTPS://hooks.example.com:8443', null],
  ['http://hooks.example.com/', 'Begin with https://'],
  ['hooks.example.com', 'Begin with https://'],
  ['https:hooks.example.com', 'Begin with https://'],
  ['https:///hooks.example.com', 'Begin with https://'],
  ['https://hooks example.com', 'not a valid address'],
  ['https://[::1', 'not a valid address'],
  ['https://user@hooks.example.com/', 'user name'],
  ['https://:pass@hooks.example.com/', 'user name'],
  ['https://hooks.example.com/#a', 'from #'],
  ['https://hooks.example.com/#', 'from #'],
])('the problem of an address is named', (text, problem) => {
  const found = findUrlProblem(text)
  if (problem === null) expect(found).toBeNull()
  else expect(found).toContain(problem)
})
