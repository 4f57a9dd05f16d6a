import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { SHOWN_GRANTS } from '../../../src/modules/consents/grants-to-firm.reads.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { returnGrant, revokeGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { lockPerson } from '../../../src/modules/staff/person-lock.writes.ts'
import { grantWith } from '../../support/portfolio.ts'
import { anotherClient, anotherKey, type OpenedLink, PAST } from './opened-link.ts'

/** What the client is told: of the link, of their answer, and of each grant, newest first. */
export interface Told {
  readonly problem: string | null
  readonly answer: 'approved' | 'declined' | null
  /** What ended it, how often it was read, and whether the link that is open gave it. */
  readonly grants: readonly (readonly [
    cause: string | null,
    reads: number,
    link: 'this' | 'other' | null,
  ])[]
  /** Texts of the page. */
  readonly page: readonly string[]
}

interface LinkState {
  readonly state: string
  readonly singleUse?: boolean
  readonly happens: (to: OpenedLink) => Promise<unknown>
  readonly told: Told
}

const NOTHING = 'You have never given this firm access, and it has read nothing of your portfolio.'
const NOT_ANSWERED = 'You have not answered this link.'
const APPROVED = 'You approved this link on'
const DECLINED = 'You declined this link on'
const READS = 'The firm can read your portfolio.'
const ENDED = 'This has ended, and it can read nothing now.'
const unanswered = { answer: null, grants: [] } as const

/** A link for single use, approved and read twice, which then ends in one way. */
function endedBy(
  cause: string,
  problem: string,
  text: string,
  end: (to: OpenedLink, grantId: string) => Promise<unknown>,
): LinkState {
  return {
    state: `approved, read twice, ended by: ${cause}`,
    singleUse: true,
    happens: async (to) => {
      const grantId = await to.approve()
      await to.read(2)
      await end(to, grantId)
    },
    told: {
      problem,
      answer: 'approved',
      grants: [[cause, 2, 'this']],
      page: [APPROVED, ENDED, 'It has read 2 times.', text],
    },
  }
}

/** Every state in which a client can open a link again. */
export const LINK_STATES: readonly LinkState[] = [
  {
    state: 'open, and not answered',
    happens: async () => undefined,
    told: { ...unanswered, problem: null, page: ['The firm learns nothing until you answer.'] },
  },
  {
    state: 'expired, and not answered',
    happens: (to) => to.expire(),
    told: { ...unanswered, problem: 'link_expired', page: [NOT_ANSWERED, NOTHING] },
  },
  {
    state: 'withdrawn, and not answered',
    happens: (to) => to.withdraw(),
    told: { ...unanswered, problem: 'link_revoked', page: [NOT_ANSWERED, NOTHING] },
  },
  {
    state: 'used by another person',
    singleUse: true,
    happens: async (to) => to.approve(to.link, (await anotherClient(to.gateway)).session),
    told: {
      ...unanswered,
      problem: 'link_used',
      page: ['It was approved by another person.', NOT_ANSWERED, NOTHING],
    },
  },
  {
    state: 'declined, and still open',
    happens: (to) => to.decline(),
    told: { problem: null, answer: 'declined', grants: [], page: [DECLINED, NOTHING, 'Approve'] },
  },
  {
    state: 'declined, then expired',
    happens: async (to) => {
      await to.decline()
      await to.expire()
    },
    told: { problem: 'link_expired', answer: 'declined', grants: [], page: [DECLINED, NOTHING] },
  },
  {
    state: 'approved, and not read',
    happens: (to) => to.approve(),
    told: {
      problem: null,
      answer: 'approved',
      grants: [[null, 0, 'this']],
      page: ['You are already connected', APPROVED, READS, 'Nothing was read.'],
    },
  },
  {
    state: 'approved, read, and then withdrawn',
    happens: async (to) => {
      await to.approve()
      await to.read(1)
      await to.withdraw()
    },
    told: {
      problem: 'link_revoked',
      answer: 'approved',
      grants: [[null, 1, 'this']],
      page: ['You are already connected', APPROVED, READS, 'It has read 1 time.'],
    },
  },
  {
    state: 'approved, and declined in another tab',
    happens: async (to) => {
      await to.approve()
      await to.decline()
    },
    told: {
      problem: null,
      answer: 'approved',
      grants: [[null, 0, 'this']],
      page: [APPROVED, READS],
    },
  },
  {
    state: 'approved, and the plan of the firm has lapsed',
    happens: async (to) => {
      await to.approve()
      await to.read(1)
      const { firmId } = to.firm
      await updateFirm(to.prisma, OPERATOR, { firmId, plan: 'enterprise', planState: 'canceled' })
    },
    told: {
      problem: 'plan_lapsed',
      answer: 'approved',
      grants: [[null, 1, 'this']],
      page: ['You are already connected', READS],
    },
  },
  {
    state: 'approved, and its creator was locked out',
    happens: async (to) => {
      await to.approve()
      const where = { id: to.firm.adminId }
      await lockPerson(to.prisma, OPERATOR, await to.prisma.user.findUniqueOrThrow({ where }))
    },
    told: {
      problem: 'link_ended',
      answer: 'approved',
      grants: [[null, 0, 'this']],
      page: ['You are already connected', READS],
    },
  },
  endedBy('client', 'link_used', 'You revoked it', (to, grantId) => to.revoke(grantId)),
  endedBy('firm', 'link_used', 'The firm gave it back', (to, grantId) =>
    returnGrant(to.prisma, OPERATOR, { grantId }),
  ),
  endedBy('operator', 'link_used', 'The operator of this service revoked it', (to, grantId) =>
    revokeGrant(to.prisma, OPERATOR, { grantId }),
  ),
  endedBy('expiry', 'link_used', 'The end date was reached', (to, id) =>
    to.prisma.grant.updateMany({ where: { id }, data: { expiresAt: PAST } }),
  ),
  endedBy('key_revoked', 'key_ended', 'The firm’s key was revoked', (to) =>
    revokeKey(to.prisma, OPERATOR, { keyId: to.firm.requestingKeyId }),
  ),
  endedBy('key_expired', 'key_ended', 'The firm’s key expired', (to) =>
    to.prisma.apiKey.updateMany({
      where: { id: to.firm.requestingKeyId },
      data: { expiresAt: PAST },
    }),
  ),
  {
    state: 'approved twice: the first ended, the second lasts',
    happens: async (to) => {
      const first = await to.approve()
      await to.read(1)
      await to.revoke(first)
      await to.approve()
      await to.read(2)
    },
    told: {
      problem: null,
      answer: 'approved',
      grants: [
        [null, 2, 'this'],
        ['client', 1, 'this'],
      ],
      page: ['You are already connected', READS, 'It has read 3 times.', 'You revoked it'],
    },
  },
  {
    state: 'expired, after an earlier link was approved and ended',
    happens: async (to) => {
      const grantId = await to.approve(await to.newLink())
      await to.read(1)
      await to.revoke(grantId)
      await to.expire()
    },
    told: {
      problem: 'link_expired',
      answer: null,
      grants: [['client', 1, 'other']],
      page: [NOT_ANSWERED, ENDED, 'It has read 1 time.', 'Another link of this firm'],
    },
  },
  {
    state: 'withdrawn, while the grant of an earlier link lasts',
    happens: async (to) => {
      await to.approve(await to.newLink())
      await to.read(1)
      await to.withdraw()
    },
    told: {
      problem: 'link_revoked',
      answer: null,
      grants: [[null, 1, 'other']],
      page: ['You are already connected', NOT_ANSWERED, READS, 'Another link of this firm'],
    },
  },
  {
    state: 'expired, while another key of the firm has a grant',
    happens: async (to) => {
      await to.approve(
        await to.newLink({ keyId: (await anotherKey(to.gateway, to.firm.firmId)).id }),
      )
      await to.expire()
    },
    told: {
      problem: 'link_expired',
      answer: null,
      grants: [[null, 0, 'other']],
      page: ['This link has expired', NOT_ANSWERED, READS],
    },
  },
  {
    state: 'approved, while many newer grants of another key have ended',
    happens: async (to) => {
      const grantId = await to.approve()
      await to.read(2)
      await to.addEndedGrants(grantId, SHOWN_GRANTS)
    },
    told: {
      problem: null,
      answer: 'approved',
      grants: [[null, 2, 'this'], ...Array(SHOWN_GRANTS - 1).fill(['client', 1, null])],
      page: [
        READS,
        'It has read 22 times in the last 400 days;',
        '20 of your 21 connections to this firm are listed',
      ],
    },
  },
  {
    state: 'expired, while an operator has given a grant',
    happens: async (to) => {
      await grantWith(
        to.gateway.database,
        (await anotherKey(to.gateway, to.firm.firmId)).id,
        to.clientId,
      )
      await to.expire()
    },
    told: {
      problem: 'link_expired',
      answer: null,
      grants: [[null, 0, null]],
      page: [NOT_ANSWERED, READS, 'None is recorded'],
    },
  },
]
