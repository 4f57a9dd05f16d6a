import { expect } from 'vitest'
import { formatLogLine } from '../../src/log/readable-lines.ts'
import { testTable } from '../support/test-table.ts'

const TIME = new Date(2026, 4, 1, 9, 5, 7).toISOString()
const line = (members: object) => `${JSON.stringify({ level: 30, time: TIME, ...members })}\n`

testTable([
  [{ msg: 'listening' }, '09:05:07 info  listening\n'],
  [{ level: 40, msg: 'slow' }, '09:05:07 WARN  slow\n'],
  [{ level: 99, msg: 'x' }, '09:05:07 99    x\n'],
  [
    { msg: 'request', method: 'GET', path: '/api/v1/me', status: 200 },
    '09:05:07 info  request method=GET path=/api/v1/me status=200\n',
  ],
  [{ msg: 'x', name: 'two words' }, '09:05:07 info  x name="two words"\n'],
  [{ msg: 'x', list: ['a', 1] }, '09:05:07 info  x list=["a",1]\n'],
  [{}, '09:05:07 info  \n'],
  [
    {
      level: 50,
      msg: 'internal error',
      err: { name: 'Error', message: 'broken', stack: ['    at a.ts:1', '    at b.ts:2'] },
    },
    '09:05:07 ERROR internal error error={"name":"Error","message":"broken"}\n    at a.ts:1\n    at b.ts:2\n',
  ],
  // The text of a caller cannot control the terminal, or look like a line.
  [{ msg: 'x', path: '/\u001b[2J\n09:00:00' }, '09:05:07 info  x path="/\\u001b[2J\\n09:00:00"\n'],
  [{ msg: 'a\u001b[2J\nb\u009bc\u202e' }, '09:05:07 info  a\ufffd[2J\ufffdb\ufffdc\ufffd\n'],
])('a JSON line is a line for people', (members, expected) => {
  expect(formatLogLine(line(members))).toBe(expected)
})

testTable(['', 'no JSON\n', '{"msg":"no level"}\n', '[1]\n', 'null\n'])(
  'any other line stays as it is',
  (text) => {
    expect(formatLogLine(text)).toBe(text)
  },
)
