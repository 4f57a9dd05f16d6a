import { expect, test } from 'vitest'
import { asset, scratchDatabase } from './scratch.ts'

const scratch = scratchDatabase()

const CREATED = '2024-03-01T10:00:00.000Z'
const REVOKED = '2024-05-01T00:00:00.000Z'

const withLink = (members: object) => [asset('a', { share_links: [{ label: 'bank', ...members }] })]

async function linkOf(client: string) {
  const [link] = await scratch.rows<{
    id: string
    created_at: Date
    revoked_at: Date | null
    changed_at: Date
    estate_at: Date
  }>(
    client,
    `SELECT l.id, l.created_at, l.revoked_at, p.changed_at, a.estate_at
       FROM assets a JOIN portfolios p USING (client_id)
            CROSS JOIN json_to_recordset(a.estate::json -> 'share_links')
                    AS l (id text, created_at timestamptz, revoked_at timestamptz)
      WHERE client_id = $1`,
  )
  if (!link) throw new Error('There is no link.')
  return link
}

test('the instants of a share link are those of the record', async () => {
  const client = await scratch.newClient()
  const line = withLink({ created_at: '2024-03-01T11:00+01', revoked_at: '2024-05-01' })
  await scratch.import(client, line)
  const link = await linkOf(client)
  expect([link.created_at.toISOString(), link.revoked_at?.toISOString()]).toEqual([
    CREATED,
    REVOKED,
  ])
  const before = await scratch.dump(client)
  await scratch.import(client, line)
  expect(await scratch.dump(client)).toEqual(before)
})

test('the creation of a share link that states none is that of the import, and stays', async () => {
  const client = await scratch.newClient()
  await scratch.import(client, withLink({}))
  const made = await linkOf(client)
  expect(made.created_at).toEqual(made.changed_at)
  await scratch.import(client, withLink({ expires_at: '2040-01-01' }))
  expect(await linkOf(client)).toMatchObject({ id: made.id, created_at: made.created_at })
  await scratch.import(client, withLink({ created_at: CREATED }))
  await scratch.import(client, withLink({}))
  expect(await linkOf(client)).toMatchObject({ id: made.id, created_at: new Date(CREATED) })
})

test('a share link that is no longer revoked in the record is not revoked', async () => {
  const client = await scratch.newClient()
  await scratch.import(client, withLink({ revoked_at: REVOKED }))
  const revoked = await linkOf(client)
  await scratch.import(client, withLink({}))
  const link = await linkOf(client)
  expect(link).toMatchObject({ id: revoked.id, revoked_at: null })
  expect(link.estate_at.getTime()).toBeGreaterThan(revoked.estate_at.getTime())
})
