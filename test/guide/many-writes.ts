import { setTimeout as sleep } from 'node:timers/promises'
import { SCOPES } from '../../src/access/scopes.ts'
import type { Database } from '../../src/database/client.ts'
import { OPERATOR } from '../../src/modules/audit/audit.writes.ts'
import { updateGrant } from '../../src/modules/grants/grant.writes.ts'
import { assets } from '../rest/records.ts'
import { importRecords } from '../support/portfolio.ts'

/** The assets of the portfolio at first: three pages of a walk. */
export const ASSETS = 250

/** Imports of several kinds and changes of the grant's terms. A walk ends after each of them; others are cut by it. */
export async function writeMuch(
  database: Database,
  clientId: string,
  grantId: string,
  walks: () => number,
) {
  const change = (terms: object) => updateGrant(database.prisma, OPERATOR, { grantId, ...terms })
  const onlyCoins = { type: 'category', categories: ['coins'] }
  for (let round = 0; round < 6; round++) {
    const stated = assets(ASSETS, { description: `round ${round}` })
    await importRecords(database, clientId, [
      ...stated.slice(round * 30, round === 3 ? ASSETS : round * 30 + 40),
      { ...stated[round], category: 'watches' },
      { type: 'removal', asset: `a${240 - round}` },
      ...(round > 3 ? [stated[244 - round] ?? {}] : []),
      {
        type: 'valuation',
        asset: 'a200',
        value: '7',
        source: 'appraisal',
        valued_at: `2026-03-1${round}`,
      },
    ])
    if (round === 1) await change({ scopes: ['registry', 'detail'] })
    if (round === 2) await change({ filter: onlyCoins })
    if (round === 3) await change({ filter: { type: 'all' }, scopes: SCOPES })
    // At the end the grant shows less than the mirror has held.
    if (round === 4) await change({ filter: onlyCoins, scopes: ['valuation', 'detail'] })
    const before = walks()
    while (walks() === before) await sleep(20)
  }
}
