import { newIdempotencyKey } from './fixtures.ts'
import type { Subject } from './subject.ts'

/** A mutation of the portal, as one of its forms sends it. */
export interface Action {
  readonly by: 'admin' | 'client' | 'staff'
  readonly text: (of: Subject) => string
  readonly action: string
  /** The second response to a form that is sent twice: the same, or this error. */
  readonly again: 'same' | 'state_conflict' | 'record_not_found'
  readonly perMinute: number
  /** Whether it is recorded again when it is sent twice. It has no other effect. */
  readonly recordedTwice?: true
  /** The actions of further events that it causes. */
  readonly follows?: readonly string[]
  /** Which subject it acts on, by default the first: another one where it ends what those of the first need. */
  readonly world?: number
}

const sentBy =
  (by: Action['by']) =>
  (action: string, more: Partial<Action> = {}) =>
  (text: Action['text']): Action => ({ by, action, again: 'same', perMinute: 30, ...more, text })
const admin = sentBy('admin')
const client = sentBy('client')
const staff = sentBy('staff')

// A scenario with the seed of an earlier one changes nothing.
const seeds = Array(100).keys()

const once = () => `idempotencyKey: "${newIdempotencyKey()}"`
const helpFor = (userId: string) => `input: { userId: "${userId}", reason: "Asked by telephone" }`

/** Every mutation of the portal. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  createApiKey: admin('key.created', { perMinute: 10 })(
    ({ firmId, environment }) => `createApiKey(input: { firmId: "${firmId}", name: "New",
      environment: ${environment}, scopes: [estate], ${once()} }) { key { id } }`,
  ),
  updateApiKey: admin('key.updated')(
    ({ keyId }) =>
      `updateApiKey(input: { keyId: "${keyId}", name: "Renamed" }) { name allowedIps }`,
  ),
  rollApiKey: admin('key.rolled', { perMinute: 10 })(
    ({ keyId }) =>
      `rollApiKey(input: { keyId: "${keyId}", overlap: one_hour, ${once()} }) { key { id } }`,
  ),
  revokeApiKey: admin('key.revoked', { follows: ['grant.revoked'], world: 4 })(
    ({ keyId }) => `revokeApiKey(keyId: "${keyId}") { state revokedAt }`,
  ),
  sandboxScenario: admin('sandbox.scenario_run', { perMinute: 100 })(
    ({ sandboxKeyId }) =>
      `sandboxScenario(name: asset_changes, seed: ${seeds.next().value}, keyId: "${sandboxKeyId}") { clientId secret }`,
  ),
  createConnectionLink: admin('link.created', { recordedTwice: true })(
    ({ keyId }) => `createConnectionLink(input: { keyId: "${keyId}", scopes: [valuation],
      purpose: "A yearly report" }) { __typename }`,
  ),
  createConnectionLinks: admin('link.created', { perMinute: 10 })(
    ({ keyId }) => `createConnectionLinks(input: { keyId: "${keyId}", scopes: [valuation],
      purpose: "A yearly report", entries: [{ reference: "K-1" }] }) { problems { index } }`,
  ),
  remindOfConnectionLinks: admin('link.reminded', { perMinute: 10, recordedTwice: true })(
    ({ keyId }) => `remindOfConnectionLinks(keyId: "${keyId}")`,
  ),
  revokeConnectionLink: admin('link.revoked', { world: 1 })(
    ({ linkId }) => `revokeConnectionLink(linkId: "${linkId}") { state revokedAt }`,
  ),
  createWebhookEndpoint: admin('webhook.created', { perMinute: 10 })(
    ({ keyId }) => `createWebhookEndpoint(input: { keyId: "${keyId}", url: "https://1.1.1.1/new",
      ${once()} }) { endpointId }`,
  ),
  rollWebhookSecret: admin('webhook.rolled', { perMinute: 10 })(
    ({ endpointId }) =>
      `rollWebhookSecret(input: { endpointId: "${endpointId}", ${once()} }) { endpointId }`,
  ),
  pauseWebhookEndpoint: admin('webhook.paused')(
    ({ endpointId }) =>
      `pauseWebhookEndpoint(endpointId: "${endpointId}") { state pausedBy pausedAt }`,
  ),
  resumeWebhookEndpoint: admin('webhook.resumed')(
    ({ pausedEndpointId }) =>
      `resumeWebhookEndpoint(endpointId: "${pausedEndpointId}") { state pausedBy pausedAt }`,
  ),
  deleteWebhookEndpoint: admin('webhook.deleted', { again: 'record_not_found', world: 1 })(
    ({ endpointId }) => `deleteWebhookEndpoint(endpointId: "${endpointId}")`,
  ),
  sendWebhookTest: admin('webhook.tested', { perMinute: 10, recordedTwice: true })(
    ({ endpointId }) => `sendWebhookTest(endpointId: "${endpointId}") { type result }`,
  ),
  // No more than five attempts of an endpoint wait, and the tests of the first world do.
  sendWebhookAgain: admin('webhook.sent_again', { perMinute: 10, recordedTwice: true, world: 2 })(
    ({ attemptId }) => `sendWebhookAgain(attemptId: "${attemptId}") { type eventId result }`,
  ),
  inviteMember: admin('member.invited', { perMinute: 10, recordedTwice: true })(
    ({ firmId }) => `inviteMember(input: { firmId: "${firmId}", name: "Bo Lund",
      email: "bo@example.com", role: admin }) { __typename }`,
  ),
  withdrawMemberInvitation: admin('member.invitation_withdrawn')(
    ({ firmId, invitationId }) =>
      `withdrawMemberInvitation(firmId: "${firmId}", invitationId: "${invitationId}")`,
  ),
  setMemberRole: admin('member.role_set')(
    ({ firmId, memberId }) =>
      `setMemberRole(input: { firmId: "${firmId}", userId: "${memberId}", role: admin }) { role }`,
  ),
  removeMember: admin('member.removed', { again: 'record_not_found', world: 1 })(
    ({ firmId, memberId }) => `removeMember(firmId: "${firmId}", userId: "${memberId}") { name }`,
  ),
  lockPerson: staff('person.locked', { perMinute: 10, recordedTwice: true, world: 2 })(
    ({ memberId }) => `lockPerson(${helpFor(memberId)}) { isLockedOut sessionCount }`,
  ),
  unlockPerson: staff('person.unlocked', {
    perMinute: 10,
    again: 'state_conflict',
    follows: ['person.invited'],
  })(({ lockedId }) => `unlockPerson(${helpFor(lockedId)}) { isLockedOut }`),
  sendInvitation: staff('person.invited', { perMinute: 10, recordedTwice: true })(
    ({ memberId }) => `sendInvitation(${helpFor(memberId)}) { hasPassword }`,
  ),
  resetFactors: staff('person.second_factor_dropped', { perMinute: 10, again: 'state_conflict' })(
    ({ factorId }) => `resetFactors(${helpFor(factorId)}) { hasSecondFactor }`,
  ),
  // The links of other worlds are approved.
  declineConnection: client('link.declined', { world: 3 })(
    ({ link }) => `declineConnection(link: "${link}")`,
  ),
  createGrant: client('grant.created', { again: 'state_conflict' })(
    ({ link, approved }) => `createGrant(input: { link: "${link}", scopes: [registry],
      filter: { type: all }, termsDigest: "${approved}" }) { id }`,
  ),
  updateGrant: client('grant.updated', { world: 1 })(
    ({ grantId, changed }) => `updateGrant(input: { grantId: "${grantId}", version: 1,
      scopes: [detail], termsDigest: "${changed}" }) { version scopes updatedAt }`,
  ),
  revokeGrant: client('grant.revoked', { world: 2 })(
    ({ grantId }) => `revokeGrant(grantId: "${grantId}") { state version revokedAt }`,
  ),
  confirmGrant: client('grant.confirmed', { recordedTwice: true })(
    ({ grantId }) => `confirmGrant(grantId: "${grantId}") { state version updatedAt }`,
  ),
  narrowGrant: admin('grant.narrowed')(
    ({ grantId }) => `narrowGrant(input: { grantId: "${grantId}", version: 1,
      withoutScopes: [estate] }) { version scopes expiresAt }`,
  ),
  returnGrant: admin('grant.returned', { world: 3 })(
    ({ grantId }) => `returnGrant(grantId: "${grantId}") { state version revokedAt revokedBy }`,
  ),
  answerDeletion: admin('grant.deletion_answered')(
    ({ endedGrantId }) => `answerDeletion(grantId: "${endedGrantId}", answer: deleted,
      note: "On all disks") { deletionRequest { answer answeredAt note } }`,
  ),
  setFirmIdentity: staff('firm.identity_set')(
    ({ firmId }) => `setFirmIdentity(firmId: "${firmId}", identity: {
      website: "https://hale.example", registration: "Companies House 01234567",
      contact: "office@hale.example", verifiedOn: "2026-01-02" }) { identity { website verifiedOn } }`,
  ),
  chooseMail: client('person.mail_chosen')(
    () => 'chooseMail(topic: first_read, wanted: false) { choices { topic isWanted } }',
  ),
  chooseMailLanguage: client('person.mail_language')(
    () => 'chooseMailLanguage(language: de) { language }',
  ),
  createAccessToken: client('token.created', { perMinute: 10 })(
    () => `createAccessToken(input: { name: "CI", ${once()} }) { token { id } }`,
  ),
  revokeAccessToken: client('token.revoked')(
    ({ tokenId }) => `revokeAccessToken(tokenId: "${tokenId}") { revokedAt }`,
  ),
}

/** A table by the names of fields, of rows each with the names that have it. */
export const rowsOf = <Row>(
  rows: readonly (readonly [Row, string])[],
): Readonly<Record<string, Row>> =>
  Object.fromEntries(rows.flatMap(([row, list]) => list.split(', ').map((name) => [name, row])))

/** The person who sends an action. */
export function actorOf(of: Subject, { by }: Pick<Action, 'by'>): string {
  return { admin: of.adminId, client: of.clientId, staff: of.staffId }[by]
}
