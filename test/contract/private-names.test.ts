import { expect, test } from 'vitest'
import { schema } from '../../src/graphql/schema.ts'
import { words } from '../support/words.ts'
import { privateMembers } from './private-members.ts'

const MEMBERS = privateMembers()

test('the data model marks what is private', () => {
  const marked = (wanted: string) =>
    MEMBERS.filter(({ mark }) => mark === wanted)
      .map(({ model, member }) => `${model}.${member}`)
      .sort()
  expect(marked('p0')).toEqual(
    words('Asset.internalNotes Document.filePath Installation.serverSecret'),
  )
  expect(marked('credential')).toEqual(
    words(`
      AccessToken.hash Account.passwordHash Invitation.tokenHash KeySecret.hash
      MemberInvitation.tokenHash Passkey.publicKey ServiceSecret.hash Session.cookieToken
      TwoFactor.recoveryCodes TwoFactor.totpSecret Verification.challenge
      WebhookEndpoint.sealedPrevious WebhookEndpoint.sealedSecret
    `),
  )
})

test('no private member has a name in the schema', () => {
  // The secret of a key or a token is shown once, by the mutation that made it.
  const shownOnce = ['NewSecret.secret', 'NewToken.secret', 'NewWebhookSecret.secret']
  const names = new Set<string>()
  for (const type of Object.values(schema.getTypeMap())) {
    names.add(type.name)
    for (const field of 'getFields' in type ? Object.values(type.getFields()) : []) {
      if (!shownOnce.includes(`${type.name}.${field.name}`)) names.add(field.name)
      if ('args' in field) for (const { name } of field.args) names.add(name)
    }
  }
  for (const { member, column } of MEMBERS) {
    expect(names).not.toContain(member)
    expect(names).not.toContain(column)
  }
})
