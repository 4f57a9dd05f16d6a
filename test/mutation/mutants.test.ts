import { expect, test } from 'vitest'
import { mutantsOf, rankByText } from './draw.ts'

const SOURCE = `import { b } from './b.ts'
type Two = 2
export function isShown(grant: { ends: number; scopes?: Two }, now: number): boolean {
  if (grant.ends <= now && b) throw new Error('It has ended.')
  log('WHERE is it?')
  return sql(\`SELECT 1 FROM grants WHERE id = $1 AND ended IS NULL\`, now)
}
function log(text: string) { console.log(text, true) }
`

const textsOf = (source: string) =>
  mutantsOf('src/access/a.ts', source).map(({ operator, line, after }) =>
    [line, operator, after.trim()].join(' | '),
  )

test('each operator changes what runs, and no type or import', () => {
  expect(textsOf(SOURCE)).toEqual([
    "4 | negate a condition | if (!(grant.ends <= now && b)) throw new Error('It has ended.')",
    "4 | swap a comparison | if (grant.ends < now && b) throw new Error('It has ended.')",
    "4 | swap && and || | if (grant.ends <= now || b) throw new Error('It has ended.')",
    '4 | drop a throw | if (grant.ends <= now && b) ;',
    '5 | drop a statement | ;',
    '6 | change a condition of SQL | return sql(`SELECT 1 FROM grants WHERE id <> $1 AND ended IS NULL`, now)',
    '6 | change a condition of SQL | return sql(`SELECT 1 FROM grants WHERE id = $1 OR ended IS NULL`, now)',
    '6 | change a condition of SQL | return sql(`SELECT 1 FROM grants WHERE id = $1 AND ended IS NOT NULL`, now)',
    '8 | return early | function log(text: string) { return; console.log(text, true) }',
    '8 | drop a statement | function log(text: string) { ; }',
    '8 | change a truth value | function log(text: string) { console.log(text, false) }',
  ])
})

test('a seed gives the same mutants, and a line that is new moves no other', () => {
  const draw = (source: string) =>
    rankByText(mutantsOf('src/access/a.ts', source), '1').map(({ after }) => after)
  const longer = draw(`const added = 5\n${SOURCE}`)
  expect(longer.filter((after) => !after.includes('added'))).toEqual(draw(SOURCE))
  expect(draw(SOURCE)).not.toEqual(
    rankByText(mutantsOf('src/access/a.ts', SOURCE), '2').map(({ after }) => after),
  )
})
