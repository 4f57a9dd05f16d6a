import { newIdempotencyKey } from './fixtures.ts'
import type { Subject } from './subject.ts'

/** A mutation of the portal, as one of its forms sends it. */
export interface Action {
  readonly by: 'admin' | 'client' | 'staff'
  readonly text: (of: Subject) => string
  /** Its action in the history. */
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

const helpFor = (userId: string) => `input: { userId: "${userId}", reason: "Asked by telephone" }`

/** Every mutation of the portal. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  createApiKey: {
    by: 'admin',
    text: ({ firmId }) => `createApiKey(input: { firmId: "${firmId}", name: "New",
      environment: sandbox, scopes: [estate], idempotencyKey: "${newIdempotencyKey()}" }) { key { id } }`,
    action: 'key.created',
    again: 'same',
    perMinute: 10,
  },
  updateApiKey: {
    by: 'admin',
    text: ({ keyId }) =>
      `updateApiKey(input: { keyId: "${keyId}", name: "Renamed" }) { name allowedIps }`,
    action: 'key.updated',
    again: 'same',
    perMinute: 30,
  },
  rollApiKey: {
    by: 'admin',
    text: ({ keyId }) =>
      `rollApiKey(input: { keyId: "${keyId}", overlap: one_hour, idempotencyKey: "${newIdempotencyKey()}" }) { key { id } }`,
    action: 'key.rolled',
    again: 'same',
    perMinute: 10,
  },
  revokeApiKey: {
    by: 'admin',
    text: ({ keyId }) => `revokeApiKey(keyId: "${keyId}") { state revokedAt }`,
    action: 'key.revoked',
    follows: ['grant.revoked'],
    again: 'same',
    perMinute: 30,
    world: 4,
  },
  sandboxScenario: {
    by: 'admin',
    text: ({ sandboxKeyId }) =>
      `sandboxScenario(name: asset_changes, seed: 3, keyId: "${sandboxKeyId}") { clientId secret }`,
    action: 'sandbox.scenario_run',
    again: 'same',
    perMinute: 100,
  },
  createConnectionLink: {
    by: 'admin',
    text: ({ keyId }) => `createConnectionLink(input: { keyId: "${keyId}", scopes: [valuation],
      purpose: "A yearly report" }) { __typename }`,
    action: 'link.created',
    again: 'same',
    perMinute: 30,
    recordedTwice: true,
  },
  revokeConnectionLink: {
    by: 'admin',
    text: ({ linkId }) => `revokeConnectionLink(linkId: "${linkId}") { state revokedAt }`,
    action: 'link.revoked',
    again: 'same',
    perMinute: 30,
    world: 1,
  },
  createWebhookEndpoint: {
    by: 'admin',
    text: ({
      keyId,
    }) => `createWebhookEndpoint(input: { keyId: "${keyId}", url: "https://1.1.1.1/new",
      idempotencyKey: "${newIdempotencyKey()}" }) { endpointId }`,
    action: 'webhook.created',
    again: 'same',
    perMinute: 10,
  },
  rollWebhookSecret: {
    by: 'admin',
    text: ({ endpointId }) =>
      `rollWebhookSecret(input: { endpointId: "${endpointId}", idempotencyKey: "${newIdempotencyKey()}" }) { endpointId }`,
    action: 'webhook.rolled',
    again: 'same',
    perMinute: 10,
  },
  pauseWebhookEndpoint: {
    by: 'admin',
    text: ({ endpointId }) =>
      `pauseWebhookEndpoint(endpointId: "${endpointId}") { state pausedBy pausedAt }`,
    action: 'webhook.paused',
    again: 'same',
    perMinute: 30,
  },
  resumeWebhookEndpoint: {
    by: 'admin',
    text: ({ pausedEndpointId }) =>
      `resumeWebhookEndpoint(endpointId: "${pausedEndpointId}") { state pausedBy pausedAt }`,
    action: 'webhook.resumed',
    again: 'same',
    perMinute: 30,
  },
  deleteWebhookEndpoint: {
    by: 'admin',
    text: ({ endpointId }) => `deleteWebhookEndpoint(endpointId: "${endpointId}")`,
    action: 'webhook.deleted',
    again: 'record_not_found',
    perMinute: 30,
    world: 1,
  },
  sendWebhookTest: {
    by: 'admin',
    text: ({ endpointId }) => `sendWebhookTest(endpointId: "${endpointId}") { type result }`,
    action: 'webhook.tested',
    again: 'same',
    perMinute: 10,
    recordedTwice: true,
  },
  sendWebhookAgain: {
    by: 'admin',
    text: ({ attemptId }) => `sendWebhookAgain(attemptId: "${attemptId}") { type eventId result }`,
    action: 'webhook.sent_again',
    again: 'same',
    perMinute: 10,
    recordedTwice: true,
    // No more than five attempts of an endpoint wait, and the tests of the first world do.
    world: 2,
  },
  inviteMember: {
    by: 'admin',
    text: ({ firmId }) => `inviteMember(input: { firmId: "${firmId}", name: "Bo Lund",
      email: "bo@example.com", role: admin }) { __typename }`,
    action: 'member.invited',
    again: 'same',
    perMinute: 10,
    recordedTwice: true,
  },
  withdrawMemberInvitation: {
    by: 'admin',
    text: ({ firmId, invitationId }) =>
      `withdrawMemberInvitation(firmId: "${firmId}", invitationId: "${invitationId}")`,
    action: 'member.invitation_withdrawn',
    again: 'same',
    perMinute: 30,
  },
  setMemberRole: {
    by: 'admin',
    text: ({ firmId, memberId }) =>
      `setMemberRole(input: { firmId: "${firmId}", userId: "${memberId}", role: admin }) { role }`,
    action: 'member.role_set',
    again: 'same',
    perMinute: 30,
  },
  removeMember: {
    by: 'admin',
    text: ({ firmId, memberId }) =>
      `removeMember(firmId: "${firmId}", userId: "${memberId}") { name }`,
    action: 'member.removed',
    again: 'record_not_found',
    perMinute: 30,
    world: 1,
  },
  lockPerson: {
    by: 'staff',
    text: ({ memberId }) => `lockPerson(${helpFor(memberId)}) { isLockedOut sessionCount }`,
    action: 'person.locked',
    again: 'same',
    perMinute: 10,
    recordedTwice: true,
    world: 2,
  },
  unlockPerson: {
    by: 'staff',
    text: ({ lockedId }) => `unlockPerson(${helpFor(lockedId)}) { isLockedOut }`,
    action: 'person.unlocked',
    again: 'state_conflict',
    perMinute: 10,
    follows: ['person.invited'],
  },
  sendInvitation: {
    by: 'staff',
    text: ({ memberId }) => `sendInvitation(${helpFor(memberId)}) { hasPassword }`,
    action: 'person.invited',
    again: 'same',
    perMinute: 10,
    recordedTwice: true,
  },
  resetFactors: {
    by: 'staff',
    text: ({ factorId }) => `resetFactors(${helpFor(factorId)}) { hasSecondFactor }`,
    action: 'person.second_factor_dropped',
    again: 'state_conflict',
    perMinute: 10,
  },
  declineConnection: {
    by: 'client',
    text: ({ link }) => `declineConnection(link: "${link}")`,
    action: 'link.declined',
    again: 'same',
    perMinute: 30,
  },
  createGrant: {
    by: 'client',
    text: ({ link, approved }) => `createGrant(input: { link: "${link}", scopes: [registry],
      filter: { type: all }, termsDigest: "${approved}" }) { id }`,
    action: 'grant.created',
    again: 'state_conflict',
    perMinute: 30,
  },
  updateGrant: {
    by: 'client',
    text: ({ grantId, changed }) =>
      `updateGrant(input: { grantId: "${grantId}", version: 1, scopes: [detail], termsDigest: "${changed}" }) { version scopes updatedAt }`,
    action: 'grant.updated',
    again: 'same',
    perMinute: 30,
    world: 1,
  },
  revokeGrant: {
    by: 'client',
    text: ({ grantId }) => `revokeGrant(grantId: "${grantId}") { state version revokedAt }`,
    action: 'grant.revoked',
    again: 'same',
    perMinute: 30,
    world: 2,
  },
  confirmGrant: {
    by: 'client',
    text: ({ grantId }) => `confirmGrant(grantId: "${grantId}") { state version updatedAt }`,
    action: 'grant.confirmed',
    again: 'same',
    perMinute: 30,
    recordedTwice: true,
  },
  narrowGrant: {
    by: 'admin',
    text: ({ grantId }) =>
      `narrowGrant(input: { grantId: "${grantId}", version: 1, withoutScopes: [estate] }) { version scopes expiresAt }`,
    action: 'grant.narrowed',
    again: 'same',
    perMinute: 30,
  },
  returnGrant: {
    by: 'admin',
    text: ({ grantId }) =>
      `returnGrant(grantId: "${grantId}") { state version revokedAt revokedBy }`,
    action: 'grant.returned',
    again: 'same',
    perMinute: 30,
    world: 3,
  },
  answerDeletion: {
    by: 'admin',
    text: ({ endedGrantId }) =>
      `answerDeletion(grantId: "${endedGrantId}", answer: deleted, note: "On all disks") { deletionRequest { answer answeredAt note } }`,
    action: 'grant.deletion_answered',
    again: 'same',
    perMinute: 30,
  },
  setFirmIdentity: {
    by: 'staff',
    text: ({ firmId }) => `setFirmIdentity(firmId: "${firmId}", identity: {
      website: "https://hale.example", registration: "Companies House 01234567",
      contact: "office@hale.example", verifiedOn: "2026-01-02" }) { identity { website verifiedOn } }`,
    action: 'firm.identity_set',
    again: 'same',
    perMinute: 30,
  },
  chooseMail: {
    by: 'client',
    text: () => 'chooseMail(topic: first_read, wanted: false) { choices { topic isWanted } }',
    action: 'person.mail_chosen',
    again: 'same',
    perMinute: 30,
  },
  chooseMailLanguage: {
    by: 'client',
    text: () => 'chooseMailLanguage(language: de) { language }',
    action: 'person.mail_language',
    again: 'same',
    perMinute: 30,
  },
  createAccessToken: {
    by: 'client',
    text: () =>
      `createAccessToken(input: { name: "CI", idempotencyKey: "${newIdempotencyKey()}" }) { token { id } }`,
    action: 'token.created',
    again: 'same',
    perMinute: 10,
  },
  revokeAccessToken: {
    by: 'client',
    text: ({ tokenId }) => `revokeAccessToken(tokenId: "${tokenId}") { revokedAt }`,
    action: 'token.revoked',
    again: 'same',
    perMinute: 30,
  },
}

/** The person who sends an action. */
export function actorOf(of: Subject, { by }: Pick<Action, 'by'>): string {
  return { admin: of.adminId, client: of.clientId, staff: of.staffId }[by]
}
