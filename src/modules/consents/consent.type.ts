import type pg from 'pg'
import { isInstant, isNumber, isText, orNull, type RowOf, rowReader } from '../../access/rows.ts'
import { readRows } from '../../database/statement.ts'
import { builder, type Context, instant, poolOf } from '../../schema/builder.ts'
import { pageArgs, pageType } from '../../schema/list.type.ts'
import { cursorsOf } from '../../schema/list-cursors.ts'
import { createConnection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { type PartnerGrant, PartnerGrantType, seesClientSide } from '../grants/grant.type.ts'
import { reviewDueAt } from '../notices/due-notice.ts'

// Its `sentence` is that of the caller's side.
const ConsentType = builder.objectRef<ConsentRow>('Consent').implement({
  description:
    'The agreement of a client who gave a grant or changed it. It never changes. For a sandbox client it says that nobody agreed.',
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
    at: instant(t, 'at', 'The instant of the agreement.'),
  }),
})

builder.objectFields(PartnerGrantType, (t) => ({
  consents: t.field({
    type: pageType('PartnerGrantConsentsConnection', ConsentType),
    description:
      'The agreements of the client, newest first. Empty for a grant that an operator created, or that is older than these records.',
    args: pageArgs(t.arg),
    resolve: listConsents,
  }),
  linkId: t.id({
    nullable: true,
    description:
      'The connection link by which the client gave it. Null for a grant that an operator created, or that is older than these records.',
    resolve: async (grant, _args, context) => {
      const [first] = await loadConsents(grant, { limit: 1, before: 2 }, context)
      return first?.linkId ?? null
    },
  }),
  reviewDueAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'From when on the client is asked whether a grant without an end is still in use: a year after they agreed to it or kept it. Null for another grant, and for the firm.',
    resolve: findReview,
  }),
}))

async function listConsents(grant: PartnerGrant, args: PageArgs, context: Context) {
  const page = parsePageRequest(args)
  const cursors = cursorsOf(context, 'consents', grant.id)
  const [before] = cursors.read(page.after, parseVersion) ?? [null]
  const consents = await loadConsents(grant, { limit: page.first + 1, before }, context)
  const isClientSide = seesClientSide(requirePerson(context), grant)
  const cursorOf = ({ version }: ConsentRow) => cursors.write([version])
  return createConnection(consents, page, cursorOf, (each) =>
    isClientSide ? each : { ...each, sentence: each.firmSentence },
  )
}

async function findReview(grant: PartnerGrant, _args: object, context: Context) {
  if (grant.expiresAt !== null || !seesClientSide(requirePerson(context), grant)) return null
  const [newest] = await loadConsents(grant, { limit: 1, before: null }, context)
  return reviewDueAt({ ...grant, keyState: grant.key.state, consentedAt: newest?.at ?? null })
}

// The consents to a grant in this range, newest first. Those of all grants of a page are read together.
function loadConsents(grant: PartnerGrant, range: ConsentRange, context: Context) {
  return grant.loaders.loadRows(
    `consents ${JSON.stringify(range)}`,
    keyOfGrant(grant),
    (keys) => readConsents(poolOf(context), keys, range),
    ({ clientId, grantId }) => keyOfGrant({ clientId, id: grantId }),
  )
}

const parseVersion = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

const consent = {
  clientId: isText,
  grantId: isText,
  version: isNumber,
  linkId: orNull(isText),
  purpose: orNull(isText),
  sentence: isText,
  firmSentence: isText,
  language: isText,
  at: isInstant,
}
const readConsent = rowReader('consents', consent)

type ConsentRow = RowOf<typeof consent>

interface ConsentRange {
  readonly limit: number
  /** Only consents to versions before this one. Null: all. */
  readonly before: number | null
}

/** The key of a grant in a loader. It has the client as well, because consents are stored by client. */
export function keyOfGrant({ clientId, id }: { readonly clientId: string; readonly id: string }) {
  return `${clientId} ${id}`
}

/** The same range of consents for each grant, newest first. The caller must already be allowed to see the grants. */
export async function readConsents(
  pool: pg.Pool,
  keys: readonly string[],
  { limit, before }: ConsentRange,
): Promise<ConsentRow[]> {
  const pairs = keys.map((key) => key.split(' '))
  const clientIds = new Set(pairs.map(([clientId]) => clientId))
  const grantIds = pairs.map(([, id]) => id)
  const rows = await readRows(
    pool,
    `SELECT client_id AS "clientId", grant_id AS "grantId", version, link_id AS "linkId", purpose,
            sentence, firm_sentence AS "firmSentence", language, at
       FROM (SELECT c.*, row_number() OVER (PARTITION BY c.client_id, c.grant_id ORDER BY c.version DESC) AS place
               FROM consents c
              WHERE c.client_id = ANY ($1::text[]) AND c.grant_id = ANY ($2::text[])
                AND ($3::int IS NULL OR c.version < $3)) newest
      WHERE place <= $4 ORDER BY client_id, grant_id, version DESC`,
    [[...clientIds], grantIds, before, limit],
    'consents',
  )
  return rows.map(readConsent)
}
