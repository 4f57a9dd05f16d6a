import { operator } from '../../../src/modules/audit/audit.writes.ts'
import { SHOWN_GRANTS } from '../../../src/modules/consents/consent-request.reads.ts'
import { updateFirm } from '../../../src/modules/firms/firm.writes.ts'
import { returnGrant } from '../../../src/modules/grants/grant-revocation.writes.ts'
import { revokeKey } from '../../../src/modules/keys/api-key-secret.writes.ts'
import { lockPerson } from '../../../src/modules/staff/person-lock.writes.ts'
import { grantWith } from '../../support/portfolio.ts'
import { newClient } from './connections.fixtures.ts'
import { anotherKey, type OpenedLink, PAST } from './opened-link.ts'

/** The information for the client about the link, their answer, and each grant, newest first. */
export interface Told {
  readonly problem: string | null
  readonly answer: 'approved' | 'declined' | null
  /** The cause of its end, how often it was read, and whether the link that is open gave it. */
  readonly grants: readonly (readonly [
    cause: string | null,
    reads: number,
    link: 'this' | 'other' | null,
  ])[]
  /** Texts of the page. */
  readonly page: readonly string[]
}

type Step = (to: OpenedLink) => Promise<unknown>

interface LinkState {
  readonly state: string
  readonly singleUse?: boolean
  readonly happens: Step
  readonly told: Told
}

const NOTHING = 'You have never given this firm access, and it has read nothing of your portfolio.'
const CONNECTED = 'You are already connected'
const NOT_ANSWERED = 'You have not answered this link.'
const APPROVED = 'You approved this link on'
const DECLINED = 'You declined this link on'
const READS = 'The firm can read your portfolio.'
const ENDED = 'This has ended, and it can read nothing now.'

const expire: Step = (to) => to.expire()
const withdraw: Step = (to) => to.withdraw()
const decline: Step = (to) => to.decline()
const approve: Step = (to) => to.approve()
const approveEarlier: Step = async (to) => to.approve(await to.newLink())
const approveByAnother: Step = async (to) => to.approve(to.link, (await newClient(to.gateway)).key)
const giveToAnotherKey: Step = async ({ gateway, firm, clientId }) =>
  grantWith(gateway.database, (await anotherKey(gateway, firm.firmId)).id, clientId)
const read =
  (times: number): Step =>
  (to) =>
    to.read(times)
const revoke: Step = async (to) => {
  const newest = { where: { clientId: to.clientId }, orderBy: { createdAt: 'desc' } } as const
  await to.revoke((await to.prisma.grant.findFirstOrThrow(newest)).id)
}
const lapse: Step = ({ firm: { firmId }, prisma }) =>
  updateFirm(operator(prisma), { firmId, plan: 'enterprise', planState: 'canceled' })
const lockCreator: Step = ({ firm, prisma }) =>
  lockPerson(operator(prisma), { userId: firm.adminId })
const approveOfAnotherKey: Step = async (to) => {
  const { id: keyId } = await anotherKey(to.gateway, to.firm.firmId)
  await to.approve(await to.newLink({ keyId }))
}
const approveBeforeMany: Step = async (to) => {
  const grantId = await to.approve()
  await to.read(2)
  await to.addEndedGrants(grantId, SHOWN_GRANTS)
}
const TWICE = [approve, read(1), revoke, approve, read(2)]
const EARLIER = [approveEarlier, read(1)]

/** A state of a link for any number of clients, after these steps, and what is told then. */
const after =
  (state: string, steps: readonly Step[]) =>
  (
    [problem, answer, ...grants]: readonly [Told['problem'], Told['answer'], ...Told['grants']],
    ...page: readonly string[]
  ): LinkState => {
    const happens = async (to: OpenedLink) => {
      for (const step of steps) await step(to)
    }
    return { state, happens, told: { problem, answer, grants, page } }
  }

/** A link for single use, approved and read twice, which then ends in one way. */
function endedBy(
  cause: string,
  problem: string,
  text: string,
  end: (to: OpenedLink, grantId: string) => Promise<unknown>,
): LinkState {
  const happens: Step = async (to) => {
    const grantId = await to.approve()
    await to.read(2)
    await end(to, grantId)
  }
  const ended = after(`approved, read twice, ended by: ${cause}`, [happens])
  const page = [APPROVED, ENDED, 'It has read 2 times.', text]
  return { ...ended([problem, 'approved', [cause, 2, 'this']], ...page), singleUse: true }
}

/** Every state in which a client can open a link again. */
export const LINK_STATES: readonly LinkState[] = [
  after('open, and not answered', [])([null, null], 'Nobody has checked that this is really'),
  after('expired, and not answered', [expire])(['link_expired', null], NOT_ANSWERED, NOTHING),
  after('withdrawn, and not answered', [withdraw])(['link_revoked', null], NOT_ANSWERED, NOTHING),
  {
    ...after('used by another person', [approveByAnother])(
      ['link_used', null],
      ...['It was approved by another person.', NOT_ANSWERED, NOTHING],
    ),
    singleUse: true,
  },
  after('declined, and still open', [decline])([null, 'declined'], DECLINED, NOTHING, 'Approve'),
  after('declined, then expired', [decline, expire])(
    ['link_expired', 'declined'],
    ...[DECLINED, NOTHING],
  ),
  after('approved, and not read', [approve])(
    [null, 'approved', [null, 0, 'this']],
    ...[CONNECTED, APPROVED, READS, 'Nothing was read.'],
  ),
  after('approved, read, and then withdrawn', [approve, read(1), withdraw])(
    ['link_revoked', 'approved', [null, 1, 'this']],
    ...[CONNECTED, APPROVED, READS, 'It has read 1 time.'],
  ),
  after('approved and ended, and then declined', [approve, revoke, decline])(
    [null, 'declined', ['client', 0, 'this']],
    ...[DECLINED, ENDED],
  ),
  after('approved, and the plan of the firm has lapsed', [approve, read(1), lapse])(
    ['plan_lapsed', 'approved', [null, 1, 'this']],
    ...[CONNECTED, READS],
  ),
  after('approved, and its creator was locked out', [approve, lockCreator])(
    ['link_ended', 'approved', [null, 0, 'this']],
    ...[CONNECTED, READS],
  ),
  endedBy('client', 'link_used', 'You revoked it', (to, grantId) => to.revoke(grantId)),
  endedBy('firm', 'link_used', 'The firm gave it back', (to, grantId) =>
    returnGrant(operator(to.prisma), { grantId }),
  ),
  endedBy('expiry', 'link_used', 'The end date was reached', (to, id) =>
    to.prisma.grant.updateMany({ where: { id }, data: { expiresAt: PAST } }),
  ),
  endedBy('key_revoked', 'key_ended', 'The firm’s key was revoked', (to) =>
    revokeKey(operator(to.prisma), { keyId: to.firm.requestingKeyId }),
  ),
  after('approved twice: the first ended, the second lasts', TWICE)(
    [null, 'approved', [null, 2, 'this'], ['client', 1, 'this']],
    ...[CONNECTED, READS, 'It has read 3 times.', 'You revoked it'],
  ),
  after('expired, after an earlier link was approved and ended', [...EARLIER, revoke, expire])(
    ['link_expired', null, ['client', 1, 'other']],
    ...[NOT_ANSWERED, ENDED, 'It has read 1 time.'],
  ),
  after('withdrawn, while the grant of an earlier link lasts', [...EARLIER, withdraw])(
    ['link_revoked', null, [null, 1, 'other']],
    ...[CONNECTED, NOT_ANSWERED, READS],
  ),
  after('open, while the grant of an earlier link lasts', EARLIER)(
    [null, null, [null, 1, 'other']],
    ...['Approve the change', 'Keep as it is', NOT_ANSWERED, READS],
  ),
  after('kept as it is: the grant of an earlier link lasts', [approveEarlier, decline])(
    [null, 'declined', [null, 0, 'other']],
    ...['Approve the change', 'you kept the connection as it was.', READS],
  ),
  after('declined, while another key of the firm has a grant', [giveToAnotherKey, decline])(
    [null, 'declined', [null, 0, null]],
    ...[DECLINED, 'With other keys the firm can still read your portfolio.'],
  ),
  after('expired, while another key of the firm has a grant', [approveOfAnotherKey, expire])(
    ['link_expired', null, [null, 0, 'other']],
    ...['This link has expired', NOT_ANSWERED, READS],
  ),
  after('approved, while many newer grants of another key have ended', [approveBeforeMany])(
    [null, 'approved', [null, 2, 'this'], ...Array(SHOWN_GRANTS - 1).fill(['client', 1, null])],
    ...[READS, 'It has read 22 times in the last 400 days;'],
    '20 of your 21 connections to this firm are listed',
  ),
  after('expired, while an operator has given a grant', [giveToAnotherKey, expire])(
    ['link_expired', null, [null, 0, null]],
    ...[NOT_ANSWERED, READS],
  ),
]
