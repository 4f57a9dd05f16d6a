import { callerNotAllowed, stateConflict } from '../../errors.ts'
import { builder, type Context, inputArg } from '../../schema/builder.ts'
import { parseLine } from '../../values/text-rules.ts'
import { type ActingPerson, beginAction } from '../audit/acting-person.ts'
import type { Action } from '../audit/audit.writes.ts'
import { MAX_REASON_LENGTH } from '../people/locked-out.ts'
import { invitePersonByMail } from '../people/password.writes.ts'
import { resetFactor } from '../people/recovery.writes.ts'
import { findAccount, PersonAccountType } from './person-account.type.ts'
import { lockPerson } from './person-lock.writes.ts'

const ACTIONS_A_MINUTE = 10

const HelpInput = builder.inputType('AccountHelp', {
  description: 'An action of staff on the account of a person, and its reason.',
  fields: (t) => ({
    userId: t.id({ description: 'The id of the user.', required: true }),
    reason: t.string({
      description: `One line of 1 to ${MAX_REASON_LENGTH} characters, for the audit history. Firms and the person do not see it.`,
      required: true,
    }),
  }),
})

type Help = typeof HelpInput.$inferInput

type Act = (by: Action, help: Help, context: Context) => Promise<unknown>

const unlock: Act = (by, { userId, reason }, context) =>
  invite(by, { userId, reason, unlock: { reason } }, context)

const invite = (
  by: Action,
  input: Help & { readonly unlock?: { readonly reason: string } },
  { sendsMail }: Context,
) => {
  // A link in the hands of staff would open the account.
  if (!sendsMail)
    throw stateConflict(
      'No mail is sent here. An operator creates the link: orangery person unlock, or orangery invite.',
    )
  return invitePersonByMail(by, input)
}

builder.mutationFields((t) => {
  const helping = (description: string, act: Act) =>
    t.field({
      type: PersonAccountType,
      authScopes: { staff: true },
      description,
      args: inputArg(t.arg, HelpInput, 'Whom, and why.'),
      resolve: async (_root, { input }, context, info) => {
        const acting = await beginAction(context, info, ACTIONS_A_MINUTE)
        const help = { ...input, reason: parseLine(input.reason, 'reason', MAX_REASON_LENGTH) }
        await requireOther(help.userId, acting, context)
        await act(acting, help, context)
        return findAccount(help.userId, context)
      },
    })
  return {
    lockPerson: helping(
      'Locks a person out: ends password, second factor, passkeys, sessions, invitations, access tokens, connection links and the grants that they gave. For staff.',
      lockPerson,
    ),
    unlockPerson: helping(
      'Lifts a lock, and mails an invitation to set a new password. Nothing that the lock ended comes back. For staff.',
      unlock,
    ),
    sendInvitation: helping(
      'Mails a link to set a new password, in place of an earlier one. For staff.',
      invite,
    ),
    resetFactors: helping(
      'Removes a lost second factor and all passkeys, and ends sessions and access tokens. The password alone then signs the person in. For staff.',
      resetFactor,
    ),
  }
})

// Staff read every portfolio: no colleague takes over or locks the account of another.
async function requireOther(userId: string, { person }: ActingPerson, context: Context) {
  const { isStaff } = await findAccount(userId, context)
  if (userId !== person.userId && !isStaff) return
  throw callerNotAllowed(
    'Only an operator changes the account of a member of staff: orangery person.',
  )
}
