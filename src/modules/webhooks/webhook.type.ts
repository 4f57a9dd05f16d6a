import type { WebhookAttempt } from '../../generated/prisma/client.ts'
import type { WebhookPauser, WebhookResult, WebhookState } from '../../generated/prisma/enums.ts'
import { builder, type Context, instant, instantOrNull } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import { listBelow, listType, pageArgs } from '../../schema/list.type.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { parsePageRequest } from '../../schema/paging.ts'
import { readerOf } from '../audit/acting-person.ts'
import { loadCreator } from '../audit/audit.reads.ts'
import { addHistory } from '../audit/audit.type.ts'
import { isManaged } from '../keys/api-key.reads.ts'
import { ApiKeyType } from '../keys/api-key.type.ts'
import {
  ATTEMPTS_OF_ENDPOINT,
  readEndpoints,
  requireEndpoint,
  type ShownEndpoint,
} from './webhook.reads.ts'
import { KEPT_ATTEMPTS, MAX_ENDPOINTS, MAX_ENDPOINTS_OF_FIRM } from './webhook-rules.ts'

/** A webhook endpoint of a page. Those of one page share their loaders. */
interface Endpoint extends ShownEndpoint {
  readonly loaders: PageLoaders
}

const StateType = enumType('WebhookState', 'The state of a webhook endpoint.', {
  active: 'It gets the changes of its key.',
  paused: 'It gets nothing. When it is resumed, it continues where it stopped.',
} satisfies Record<WebhookState, string>)

const PauserType = enumType('WebhookPauser', 'The one who paused a webhook endpoint.', {
  firm: 'A person of the firm.',
  operator: 'The operator.',
  failures: 'It failed for about three days, or answered with 410.',
  key: 'Its key has ended.',
} satisfies Record<WebhookPauser, string>)

const ResultType = enumType('WebhookResult', 'How an attempt ended.', {
  waiting: 'A person has asked for it, and it is not sent yet.',
  delivered: 'The answer had a status of 200 to 299.',
  rejected: 'The answer had another status. Redirects are not followed.',
  timeout: 'There was no answer within 10 seconds.',
  refused_address: 'The name leads to no address that the gateway connects to.',
  tls: 'There was no TLS connection with a trusted certificate.',
  connection: 'There was no connection, or it ended without an answer.',
} satisfies Record<WebhookResult, string>)

export const AttemptType = builder.objectRef<WebhookAttempt>('WebhookAttempt').implement({
  description: 'A request to a webhook endpoint. Nothing of its answer is kept but the status.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'attempt_ and a ULID.' }),
    at: instant(t, 'at', 'The instant at which it was sent or asked for.'),
    eventId: t.exposeString('entryId', {
      description: 'The id of the event: the header webhook-id.',
    }),
    type: t.exposeString('type', { description: 'The type of the event.' }),
    result: t.expose('result', { type: ResultType, description: 'How it ended.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The status of the answer. Null if there was none.',
    }),
    milliseconds: t.exposeInt('milliseconds', {
      nullable: true,
      description: 'How long it took. Null while it waits.',
    }),
  }),
})

export const EndpointType = builder.objectRef<Endpoint>('WebhookEndpoint').implement({
  description:
    'An address of a firm that gets the changes of a key, as its members and staff see it.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'endpoint_ and a ULID.' }),
    url: t.string({
      description:
        'Where events are sent: the whole address for those who manage the key, and the scheme and the host for others.',
      resolve: async (endpoint, _args, context) => {
        const { url } = endpoint
        return (await isManaged(endpoint, readerOf(context))) ? url : new URL(url).origin
      },
    }),
    state: t.expose('state', { type: StateType, description: 'Its state now.' }),
    pausedBy: t.expose('pausedBy', {
      type: PauserType,
      nullable: true,
      description: 'The one who paused it. Null while it is active.',
    }),
    pausedAt: instantOrNull(t, 'pausedAt', 'When it was paused. Null while it is active.'),
    failingSince: instantOrNull(
      t,
      'failingSince',
      'The first failed try since the last success. Null if the last try succeeded.',
    ),
    nextTryAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The next try of an endpoint that fails. Null for any other.',
      resolve: ({ failingSince, nextTryAt }) => failingSince && nextTryAt,
    }),
    behindSince: instantOrNull(
      t,
      'behindSince',
      'The instant of the oldest change that is not delivered. Null: none is known.',
    ),
    previousSecretUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Until when the secret before the last rotation signs as well. Null: it has ended.',
      resolve: ({ previousUntil }, _args, { request }) =>
        previousUntil !== null && previousUntil > request.now ? previousUntil : null,
    }),
    createdBy: t.string({
      nullable: true,
      description: 'The name of the user who created it.',
      resolve: loadCreator,
    }),
    createdAt: instant(t, 'createdAt', 'The instant at which it was created.'),
    attempts: t.field({
      type: listType('WebhookEndpointAttemptsConnection', AttemptType),
      description: `Newest first. At most ${KEPT_ATTEMPTS} are kept.`,
      args: pageArgs(t.arg),
      resolve: (endpoint, args, context) =>
        listBelow(endpoint, parsePageRequest(args), context, {
          rows: ATTEMPTS_OF_ENDPOINT,
          noun: 'attempt',
          bound: (endpointId) => ['attempts', endpointId],
          read: (ids) =>
            context.database.prisma.webhookAttempt.findMany({ where: { id: { in: [...ids] } } }),
          toNode: (attempt) => attempt,
        }),
    }),
  }),
})

addHistory(EndpointType, 'Newest first.')

builder.objectField(ApiKeyType, 'webhookEndpoints', (t) =>
  t.field({
    type: [EndpointType],
    description: `The addresses that get its changes, oldest first, at most ${MAX_ENDPOINTS}. All keys of a firm have at most ${MAX_ENDPOINTS_OF_FIRM}.`,
    resolve: async ({ id, loaders }, _args, context) => {
      const rows = await loaders.loadRows(
        'webhook endpoints',
        id,
        (ids) => readEndpoints(context.database.prisma, ids),
        ({ keyId }) => keyId,
      )
      return rows.map((each) => ({ ...each, loaders }))
    },
  }),
)

/** A webhook endpoint that the caller sees. Throws `record_not_found` for any other. */
export async function findEndpoint(id: string, context: Context): Promise<Endpoint> {
  const row = await requireEndpoint(readerOf(context), id)
  return { ...row, loaders: new PageLoaders() }
}
