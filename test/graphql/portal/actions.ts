import { SCOPES } from '../../../src/access/scopes.ts'
import { OPERATOR } from '../../../src/modules/audit/audit.writes.ts'
import { createToken } from '../../../src/modules/tokens/token.writes.ts'
import type { TestGateway } from '../../support/gateway.ts'
import { changedTerms, connectionOf, idOfLink, linkOf, terms } from './connections.fixtures.ts'
import {
  createFixtures,
  type Fixtures,
  invitationOf,
  memberOf,
  newIdempotencyKey,
} from './fixtures.ts'

/** What the mutations of the table act on. */
export interface Subject extends Fixtures {
  readonly link: string
  readonly linkId: string
  readonly connectionId: string
  readonly tokenId: string
  /** A member whom no role is, and an invitation. */
  readonly memberId: string
  readonly invitationId: string
  /** Of the approval and of the change in the table. */
  readonly approved: string
  readonly changed: string
}

/** A mutation of the portal, as one of its forms sends it. */
export interface Action {
  readonly by: 'admin' | 'client'
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
}

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
  },
  revokeGrant: {
    by: 'client',
    text: ({ grantId }) => `revokeGrant(grantId: "${grantId}") { state version revokedAt }`,
    action: 'grant.revoked',
    again: 'same',
    perMinute: 30,
  },
  confirmGrant: {
    by: 'client',
    text: ({ grantId }) => `confirmGrant(grantId: "${grantId}") { state version updatedAt }`,
    action: 'grant.confirmed',
    again: 'same',
    perMinute: 30,
    recordedTwice: true,
  },
  returnGrant: {
    by: 'admin',
    text: ({ grantId }) =>
      `returnGrant(grantId: "${grantId}") { state version revokedAt revokedBy }`,
    action: 'grant.returned',
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

/** Fixtures with a link and a token, and the digests of the terms that the pages of the client show. */
export async function createSubject(gateway: TestGateway): Promise<Subject> {
  const fixtures = await createFixtures(gateway.database)
  const expiresAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000)
  const { id: tokenId } = await createToken(gateway.database.prisma, OPERATOR, {
    userId: fixtures.clientId,
  })
  const { id: memberId } = await memberOf(gateway.database, fixtures.firmId, 'member')
  const invitationId = await invitationOf(gateway.database, fixtures)
  const link = await linkOf(gateway, fixtures, { scopes: SCOPES, expiresAt })
  const { client: key } = fixtures.bearer
  const approval = await terms(gateway, key, link)
  const change = await changedTerms(gateway, key, {
    grantId: fixtures.grantId,
    version: 1,
    scopes: ['detail'],
  })
  return {
    ...fixtures,
    link,
    linkId: idOfLink(link),
    connectionId: await connectionOf(gateway, fixtures, 'declined'),
    tokenId,
    memberId,
    invitationId,
    approved: approval.input.termsDigest,
    changed: change.input.termsDigest,
  }
}
