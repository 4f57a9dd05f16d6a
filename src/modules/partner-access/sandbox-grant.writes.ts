import { NO_FILTER } from '../../access/asset-filter.ts'
import { SCOPES } from '../../access/scopes.ts'
import type { Transaction } from '../../database/change.ts'
import type { ApiKey } from '../../generated/prisma/client.ts'
import { digestOf } from '../../values/digest.ts'
import { PRODUCT } from '../audit/audit.writes.ts'
import { CONSENT_LANGUAGE } from './consent-words.ts'
import { giveGrant } from './grant.writes.ts'

/**
 * Connects a new sandbox key to the sandbox client of its firm, with all scopes. The consent record says that
 * nobody agreed.
 */
export async function connectSandboxClient(
  tx: Transaction,
  key: Pick<ApiKey, 'id' | 'firmId' | 'name'>,
  at: Date,
): Promise<void> {
  const { id: clientId } = await tx.user.findUniqueOrThrow({
    where: { sandboxFirmId: key.firmId },
    select: { id: true },
  })
  const terms = { keyId: key.id, clientId, scopes: SCOPES, filter: NO_FILTER }
  const { id: grantId, version } = await giveGrant(tx, PRODUCT, terms, at)
  const firm = await tx.firm.findUniqueOrThrow({ where: { id: key.firmId } })
  const sentence = `Orangery made this access when the sandbox key “${key.name}” of ${firm.name} was created. The sandbox client is fictional: no person read this sentence, and nobody agreed to it.`
  const told = { sentence, firmSentence: sentence, language: CONSENT_LANGUAGE }
  const digest = digestOf([clientId, key.id, sentence])
  await tx.consent.createMany({ data: { clientId, grantId, version, ...told, digest, at } })
}
