import { builder, type Context, inputArg, poolOf } from '../../schema/builder.ts'
import { type ActingPerson, beginAction, IDEMPOTENCY_KEY } from '../audit/acting-person.ts'
import type { Action } from '../audit/audit.writes.ts'
import { makeOnce, usedForAnother } from '../audit/idempotency-key.writes.ts'
import { type NewSecret, newSecretType } from '../audit/new-secret.type.ts'
import { readFeed, readFeedEnd } from '../changes/feed.reads.ts'
import { requireManagedKey } from '../keys/api-key.mutations.ts'
import { requestAgain, requestTest } from './request-attempt.writes.ts'
import { requireAttempt, requireEndpoint } from './webhook.reads.ts'
import { AttemptType, EndpointType, findEndpoint } from './webhook.type.ts'
import {
  createEndpoint,
  deleteEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  rollEndpoint,
} from './webhook.writes.ts'

const SECRETS_A_MINUTE = 10
const CHANGES_A_MINUTE = 30
const ATTEMPTS_A_MINUTE = 10

const NewWebhookSecretType = newSecretType(
  'NewWebhookSecret',
  {
    called: 'webhook endpoint',
    field: 'endpoint',
    description: 'A webhook endpoint with its new secret: whsec_ and 32 bytes in base64.',
    another: 'Roll it for another.',
  },
  (t, description) => {
    const resolve = ({ id }: NewSecret, _args: object, context: Context) =>
      findEndpoint(id, context)
    return t.field({ type: EndpointType, nullable: true, description, resolve })
  },
)

const NewEndpointInput = builder.inputType('NewWebhookEndpoint', {
  description: 'A webhook endpoint to create.',
  fields: (t) => ({
    keyId: t.id({ description: 'The key whose changes it gets.', required: true }),
    url: t.string({
      required: true,
      description:
        'An https address without user name, password and fragment, whose name leads to public addresses: port 443, or one above 1023.',
    }),
    idempotencyKey: t.id({ required: true, description: IDEMPOTENCY_KEY }),
  }),
})

const SecretRollInput = builder.inputType('WebhookSecretRoll', {
  description: 'A rotation of the secret of a webhook endpoint.',
  fields: (t) => ({
    endpointId: t.id({ description: 'The webhook endpoint.', required: true }),
    idempotencyKey: t.id({ required: true, description: IDEMPOTENCY_KEY }),
  }),
})

const ENDPOINT_ID = { description: 'The id of the webhook endpoint.', required: true } as const

builder.mutationFields((t) => ({
  createWebhookEndpoint: t.field({
    type: NewWebhookSecretType,
    description:
      'Creates a webhook endpoint, which gets the changes of a key from now on. At most 5 for each key. For admins of a firm with an active Enterprise plan, and its developers for sandbox keys.',
    args: inputArg(t.arg, NewEndpointInput, 'The webhook endpoint to create.'),
    resolve: async (_root, { input }, context, info) => {
      const by = await beginAction(context, info, SECRETS_A_MINUTE, input)
      const { keyId, url } = input
      await requireManagedKey(by, keyId)
      return makeOnce(by, 'webhook.created', async () => {
        const endpoint = { keyId, url, end: await readFeedEnd(poolOf(context), keyId) }
        return createEndpoint(by, endpoint, partsOf(context))
      })
    },
  }),
  rollWebhookSecret: t.field({
    type: NewWebhookSecretType,
    description:
      'Creates a new secret for a webhook endpoint. For 24 hours requests are signed with both. For admins of a firm with an active Enterprise plan, and its developers for sandbox keys.',
    args: inputArg(t.arg, SecretRollInput, 'The rotation.'),
    resolve: async (_root, { input }, context, info) => {
      const { endpointId } = input
      const by = await beginAction(context, info, SECRETS_A_MINUTE, input)
      await requireManaged(by, endpointId)
      const made = await makeOnce(by, 'webhook.rolled', () =>
        rollEndpoint(by, endpointId, partsOf(context)),
      )
      if (made.id !== endpointId) throw usedForAnother()
      return made
    },
  }),
  deleteWebhookEndpoint: t.field({
    type: 'ID',
    description:
      'Deletes a webhook endpoint with its secrets and attempts, and returns its id. For admins of the firm, and its developers for sandbox keys; no plan is needed.',
    args: { endpointId: t.arg.id(ENDPOINT_ID) },
    resolve: async (_root, { endpointId }, context, info) => {
      const by = await beginAction(context, info, CHANGES_A_MINUTE)
      await requireManaged(by, endpointId)
      await deleteEndpoint(by, endpointId)
      return endpointId
    },
  }),
  sendWebhookTest: t.field({
    type: AttemptType,
    description:
      'Asks for an event of type test to a webhook endpoint, also to a paused one. It is sent within seconds. For admins of the firm, and its developers for sandbox keys.',
    args: { endpointId: t.arg.id(ENDPOINT_ID) },
    resolve: async (_root, { endpointId }, context, info) => {
      const by = await beginAction(context, info, ATTEMPTS_A_MINUTE)
      await requireManaged(by, endpointId)
      const id = await requestTest(by, endpointId)
      return by.prisma.webhookAttempt.findUniqueOrThrow({ where: { id } })
    },
  }),
  sendWebhookAgain: t.field({
    type: AttemptType,
    description:
      'Asks for the event of an attempt to be sent again, unless it has changed since. It is sent within seconds. For admins of the firm, and its developers for sandbox keys.',
    args: { attemptId: t.arg.id({ description: 'The id of the attempt.', required: true }) },
    resolve: async (_root, { attemptId }, context, info) => {
      const by = await beginAction(context, info, ATTEMPTS_A_MINUTE)
      const { attempt, keyId } = await requireAttempt(by, attemptId)
      await requireManagedKey(by, keyId)
      const parts = { pool: poolOf(context), feed: { read: readFeed, readEnd: readFeedEnd } }
      const id = await requestAgain(by, parts, attempt)
      return by.prisma.webhookAttempt.findUniqueOrThrow({ where: { id } })
    },
  }),
}))

builder.mutationFields((t) => {
  const changing = (description: string, change: (by: Action, id: string) => Promise<void>) =>
    t.field({
      type: EndpointType,
      description,
      args: { endpointId: t.arg.id(ENDPOINT_ID) },
      resolve: async (_root, { endpointId }, context, info) => {
        const by = await beginAction(context, info, CHANGES_A_MINUTE)
        await requireManaged(by, endpointId)
        await change(by, endpointId)
        return findEndpoint(endpointId, context)
      },
    })
  return {
    pauseWebhookEndpoint: changing(
      'Pauses a webhook endpoint. For admins of the firm, and its developers for sandbox keys; no plan is needed. Idempotent: repeating it returns the same result.',
      pauseEndpoint,
    ),
    resumeWebhookEndpoint: changing(
      'Resumes a paused webhook endpoint where it stopped. For admins of the firm, and its developers for sandbox keys. Idempotent: repeating it returns the same result.',
      resumeEndpoint,
    ),
  }
})

async function requireManaged(by: ActingPerson, endpointId: string) {
  const { keyId } = await requireEndpoint(by, endpointId)
  await requireManagedKey(by, keyId)
}

function partsOf({ outbound, deriveSecret }: Context) {
  return { outbound, sealKey: deriveSecret('webhooks') }
}
