import { expect, test } from 'vitest'
import { factLines } from '../../src/mail/fact-lines.ts'

test('has each text below its label, indented, and leaves out what is null', () => {
  const facts = [
    ['Firm', 'Hale Estates'],
    ['Purpose', null],
    ['Agreed to', 'First\nFirm: Hale Estates'],
  ] as const
  expect(factLines(facts)).toBe(
    'Firm:\n    Hale Estates\nAgreed to:\n    First\n    Firm: Hale Estates',
  )
})

test('wraps a long text, and indents what goes on', () => {
  const [label, first, ...more] = factLines([['Purpose', 'word '.repeat(60)]]).split('\n')
  expect([label, first]).toEqual(['Purpose:', `    ${'word '.repeat(14).trim()}`])
  expect(more).toHaveLength(4)
  for (const line of more) expect(line).toMatch(/^ {8}word[ \w]{0,72}$/)
})

test.each([
  'x\r\n\r\nhttps://evil.example',
  'x\u2028Firm: Other',
  'x\u0085Firm: Other',
  `x${'\u00a0'.repeat(200)}Firm: Other`,
  '\u202eworromot',
  '\nFirm:\n    Other\n',
  `${'\u0338'.repeat(30)}x`,
  'x'.repeat(500),
])('lets no text of another begin a line: %j', (text) => {
  const lines = factLines([
    ['Key', text],
    ['End', 'none'],
  ]).split('\n')
  expect(lines.filter((line) => !line.startsWith('    '))).toEqual(['Key:', 'End:'])
  expect(lines.join('')).not.toMatch(/[\r\u2028\u0085\u202e]/)
})
