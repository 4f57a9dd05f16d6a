import { beforeEach } from 'vitest'
import { reportChanges } from '../support/feed.ts'
import { testGateway } from '../support/gateway.ts'
import { clientWith, keyWith } from '../support/portfolio.ts'

export const WATCH = { type: 'asset', ref: 'a', title: 'Watch', category: 'watches' }

/** A gateway, with a key and a client of its own for each test. */
export function changesGateway() {
  const gateway = testGateway()
  const { database, serving } = gateway
  const of = { key: { id: '', secret: '', firmId: '' }, clientId: '' }
  beforeEach(async () => {
    of.key = await keyWith(database)
    of.clientId = await clientWith(database, [WATCH])
  })
  async function ask(query = '') {
    const { status, json } = await gateway.request(`/api/v1/changes${query}`, {
      key: of.key.secret,
    })
    return { status, ...json }
  }
  return {
    gateway,
    of,
    ask,
    /** The changes since a cursor, after everything is reported. */
    changesSince: async (cursor: string) => {
      await reportChanges(serving)
      return ask(`?cursor=${cursor}`)
    },
    cursorOfNow: async (): Promise<string> => {
      await reportChanges(serving)
      return (await ask()).next_cursor
    },
  }
}
