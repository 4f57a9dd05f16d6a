import { NO_FILTER } from '../../access/asset-filter.ts'
import { SCOPES } from '../../access/scopes.ts'
import type { Transaction } from '../../database/change.ts'
import type { ApiKey } from '../../generated/prisma/client.ts'
import { writeAgreedLines } from '../../values/agreed-lines.ts'
import { digestOf } from '../../values/ids.ts'
import { PRODUCT } from '../audit/audit.writes.ts'
import { type GrantedKey, giveGrant } from '../grants/grant.writes.ts'
import { CONSENT_LANGUAGE } from '../grants/terms-in-words.ts'

/**
 * Connects a new sandbox key to the sandbox client of its firm, with all scopes. The consent record says that
 * nobody agreed.
 */
export async function connectSandboxClient(
  tx: Transaction,
  key: GrantedKey & Pick<ApiKey, 'name'>,
  at: Date,
): Promise<void> {
  const { id: clientId } = await tx.user.findUniqueOrThrow({
    where: { sandboxFirmId: key.firmId },
    select: { id: true },
  })
  const terms = { key, clientId, scopes: SCOPES, filter: NO_FILTER }
  const { id: grantId, version } = await giveGrant(tx, PRODUCT, terms, at)
  const firm = await tx.firm.findUniqueOrThrow({ where: { id: key.firmId } })
  const sentence = writeAgreedLines('sandbox', [
    ['Firm', firm.name],
    ['Sandbox key', key.name],
  ])
  const words = { sentence, firmSentence: sentence, language: CONSENT_LANGUAGE }
  const digest = digestOf([clientId, key.id, sentence])
  await tx.consent.createMany({ data: { clientId, grantId, version, ...words, digest, at } })
}
