import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { pageArgs, pageType } from '../../schema/list.type.ts'
import { cursorsOf } from '../../schema/list-cursors.ts'
import {
  type Connection,
  createConnection,
  type PageArgs,
  parsePageRequest,
} from '../../schema/paging.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { type PartnerGrant, PartnerGrantType, seesClientSide } from '../grants/grant.type.ts'
import { reviewDueAt } from '../notices/due-notice.ts'
import {
  type ConsentRange,
  type ConsentRow,
  keyOfGrant,
  readApprovedLinks,
  readConsents,
} from './consent.reads.ts'

/** A consent for one caller, with the sentence for the client's side or for the firm. */
type VisibleConsent = Omit<ConsentRow, 'firmSentence'>

const ConsentType = builder.objectRef<VisibleConsent>('Consent').implement({
  description:
    'What a client agreed to when they gave a grant or changed it. It never changes. For a sandbox client it says that nobody agreed.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the grant and its version together.',
      resolve: ({ grantId, version }) => `${grantId}:${version}`,
    }),
    version: t.exposeInt('version', { description: 'The version of the grant from then on.' }),
    sentence: t.exposeString('sentence', {
      description:
        'For the client and staff as the client read it; for the firm without the name of a collection. A first line, then lines of a label and a text; one paragraph if an earlier release recorded it.',
    }),
    language: t.exposeString('language', { description: 'The language of the sentence, BCP 47.' }),
    purpose: t.exposeString('purpose', {
      nullable: true,
      description: 'As the firm stated it. Null where none is recorded.',
    }),
    linkId: t.exposeID('linkId', {
      nullable: true,
      description: 'The connection link that it answered. Null for a change that answers none.',
    }),
    at: t.expose('at', { description: 'The instant of the agreement.', type: 'DateTime' }),
  }),
})

builder.objectField(PartnerGrantType, 'consents', (t) =>
  t.field({
    type: pageType('PartnerGrantConsentsConnection', ConsentType),
    description:
      'What the client agreed to, newest first. Empty for a grant that an operator created, or that is older than these records.',
    args: pageArgs(t.arg),
    resolve: listConsents,
  }),
)

builder.objectField(PartnerGrantType, 'linkId', (t) =>
  t.id({
    nullable: true,
    description:
      'The connection link by which the client gave it. Null for a grant that an operator created, or that is older than these records.',
    resolve: (grant, _args, context) =>
      grant.loaders.load('approved link', keyOfGrant(grant), (keys) =>
        readApprovedLinks(poolOf(context), keys),
      ),
  }),
)

builder.objectField(PartnerGrantType, 'reviewDueAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'From when on the client is asked whether a grant without an end is still in use: a year after they agreed to it or kept it. Null for another grant, and for the firm.',
    resolve: findReview,
  }),
)

async function listConsents(
  grant: PartnerGrant,
  args: PageArgs,
  context: Context,
): Promise<Connection<VisibleConsent>> {
  const page = parsePageRequest(args)
  const cursors = cursorsOf(context, 'consents', grant.id)
  const [before] = cursors.read(page.after, parseVersion) ?? [null]
  const consents = await loadConsents(grant, { limit: page.first + 1, before }, context)
  const isClientSide = seesClientSide(requirePerson(context), grant)
  const cursorOf = ({ version }: ConsentRow) => cursors.write([version])
  return createConnection(consents, page, cursorOf, ({ firmSentence, ...each }) =>
    isClientSide ? each : { ...each, sentence: firmSentence },
  )
}

async function findReview(grant: PartnerGrant, _args: object, context: Context) {
  if (grant.expiresAt !== null || !seesClientSide(requirePerson(context), grant)) return null
  const [newest] = await loadConsents(grant, { limit: 1, before: null }, context)
  return reviewDueAt({ ...grant, keyState: grant.key.state, consentedAt: newest?.at ?? null })
}

// The consents to a grant in this range, newest first. Those of all grants of a page are read together.
function loadConsents(
  grant: PartnerGrant,
  range: ConsentRange,
  context: Context,
): Promise<readonly ConsentRow[]> {
  return grant.loaders.loadRows(
    `consents ${JSON.stringify(range)}`,
    keyOfGrant(grant),
    (keys) => readConsents(poolOf(context), keys, range),
    ({ clientId, grantId }) => keyOfGrant({ clientId, id: grantId }),
  )
}

const parseVersion = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)
