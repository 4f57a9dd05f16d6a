import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = 'src/portal'
// They show it as a heading, or it names a frame.
const HEADED =
  'Alert CenteredPage ConfirmButton ConfirmDialog Dialog EmptyState EndSoon ErrorNotice Fold FoldedSection FormDialog iframe Newest NewestTable NoteDialog Part PasswordDialog PortalPage QueryPage Results SecretDialog Section Timeline.Item'.split(
    ' ',
  )
// An element with its attributes up to its title, whose values may be functions.
const WITH_TITLE = /<([A-Za-z.]+)(?:<\w+(?:<[^>]*>)?>)?\s(?:[^<>]|=>)*?\btitle=/g

test('nothing is explained by a tooltip alone, which neither a keyboard nor a finger reaches', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  )
  const found = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(WITH_TITLE)].map(([, name = '']) => name),
  )
  expect(found.length).toBeGreaterThan(80)
  expect(found.filter((name) => !HEADED.includes(name))).toEqual([])
})
