import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { createFirm } from '../../../src/modules/firms/firm.writes.ts'
import { revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { revokeLink } from '../../../src/modules/links/connection-link.writes.ts'
import { createId } from '../../../src/values/ids.ts'
import type { TestGateway } from '../../support/gateway.ts'
import { keyWith } from '../../support/portfolio.ts'
import { approvedGrant, DECLINE, idOfLink, linkOf, newClient } from './connections.fixtures.ts'
import { dataOf, memberOf } from './fixtures.ts'

const HOUR_MS = 3_600_000

export const PAST = new Date(Date.now() - 60_000)

/** A firm that asks: its admin, a key and the secret of it. */
type Firm = Readonly<Record<'firmId' | 'adminId' | 'requestingKeyId' | 'secret', string>>

/** A client with a link that they opened, and what can be done before they open it again. */
export class OpenedLink {
  readonly gateway: TestGateway
  readonly firm: Firm
  readonly clientId: string
  readonly session: string
  link = ''

  constructor(gateway: TestGateway, firm: Firm, client: { clientId: string; key: string }) {
    this.gateway = gateway
    this.firm = firm
    this.clientId = client.clientId
    this.session = client.key
  }

  get prisma() {
    return this.gateway.database.prisma
  }

  newLink = async (more: { keyId?: string; singleUse?: boolean } = {}): Promise<string> => {
    const asked = { ...this.firm, requestingKeyId: more.keyId ?? this.firm.requestingKeyId }
    const scopes = ['registry'] as const
    return linkOf(this.gateway, asked, { scopes, singleUse: more.singleUse ?? false })
  }

  /** Approves a link, and returns the id of the grant. */
  approve = async (link = this.link, by = this.session): Promise<string> =>
    (await approvedGrant(this.gateway, by, link)).id

  decline = (link = this.link) => dataOf(this.gateway, this.session, DECLINE, { link })

  /** The firm reads so many times. */
  read = async (times: number): Promise<void> => {
    const path = `/api/v1/portfolio/summary?client_id=${this.clientId}`
    for (let done = 0; done < times; done++)
      await this.gateway.request(path, { key: this.firm.secret })
    await this.gateway.usage.flush()
  }

  /** Stores grants of another key that are newer than this one, were read once each, and have ended. */
  addEndedGrants = async (olderId: string, count: number): Promise<void> => {
    const where = { id: olderId }
    await this.prisma.grant.updateMany({ where, data: { createdAt: PAST } })
    const older = await this.prisma.grant.findFirstOrThrow({ where })
    const { id: keyId } = await anotherKey(this.gateway, this.firm.firmId)
    const createdAt = new Date(PAST.getTime() + 1_000)
    const end = { state: 'revoked', revokedAt: createdAt, revokedBy: 'client' } as const
    const ids = Array.from({ length: count }, () => createId('grant'))
    const data = ids.map((id) => ({ ...older, createdAt, ...end, id, keyId }))
    await this.prisma.grant.createMany({ data })
    const hour = new Date(Math.floor(PAST.getTime() / HOUR_MS) * HOUR_MS)
    const counts = { ok: 1, refused: 0, limited: 0, failed: 0, reads: 1, assets: 1 }
    const read = { hour, endpoint: 'GET /api/v1/assets', scopes: 'registry', lastReadAt: PAST }
    const usage = ids.map((grantId) => ({ grantId, ...read, ...counts }))
    await this.prisma.grantUsage.createMany({ data: usage })
  }

  expire = () =>
    this.prisma.connectionLink.updateMany({
      where: { id: idOfLink(this.link) },
      data: { expiresAt: PAST },
    })

  withdraw = () => revokeLink(operator(this.prisma, new Date()), idOfLink(this.link))

  /** The client revokes a grant. */
  revoke = (grantId: string) => {
    const by = { kind: 'user', userId: this.clientId, requestId: 'r' } as const
    return revokeGrant({ prisma: this.prisma, actor: by }, { grantId })
  }
}

/** A new client of a new firm, with a link that is for single use if it is said so. */
export async function openedLink(gateway: TestGateway, singleUse: boolean): Promise<OpenedLink> {
  const { database } = gateway
  const name = 'Hale Estates'
  const { id: firmId } = await createFirm(operator(database.prisma), { name, plan: 'enterprise' })
  const { id: adminId } = await memberOf(database, firmId, 'admin')
  const { id: requestingKeyId, secret } = await anotherKey(gateway, firmId)
  const firm = { firmId, adminId, requestingKeyId, secret }
  const opened = new OpenedLink(gateway, firm, await newClient(gateway))
  opened.link = await opened.newLink({ singleUse })
  return opened
}

/** Another key of the firm. */
export const anotherKey = ({ database }: TestGateway, firmId: string) =>
  keyWith(database, { firmId, scopes: ['registry'] })
