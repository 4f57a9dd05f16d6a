import type { HeldClient } from './held-client.reads.ts'

const ERASED = 'The data of the client was erased.'

/** The rows of one table that are stored about a client. */
export interface HeldData {
  readonly table: string
  /** The condition that selects the rows. $1 is the value that `by` names. */
  readonly where: string
  readonly by: keyof HeldClient
  /** `set`: assignments that remove all that names or describes the client. `kept`: the row has no such data. */
  readonly erase: 'delete' | 'kept' | { readonly set: string }
  /** Columns that are never exported: private data, and values that credentials are compared with. */
  readonly hidden?: readonly string[]
  /** False: the rows belong to others and only mention the client. */
  readonly isExported?: false
}

// Once another client has approved a link for single use, it is theirs.
const OWN_LINK = `single_use AND id IN (SELECT link_id FROM link_visits WHERE client_id = $1)
            AND NOT EXISTS (SELECT FROM link_visits v WHERE v.link_id = connection_links.id
                               AND v.client_id <> $1 AND v.answer = 'approved')`
// A firm may have written anything about the person whom a link for single use is for.
const NAMES_CLIENT = `(email = (SELECT email FROM users WHERE id = $1)
            OR (reference IS NOT NULL AND ${OWN_LINK}))`
const IS_FOR_ONE = 'email IS NOT NULL AND used_at IS NULL AND revoked_at IS NULL'
// The columns of links are in the collation C, which knows the letters of ASCII alone.
const naming = (pattern: string) => `~* (${pattern}) COLLATE "und-x-icu"`
const NAMED = naming('$1::text')
// A null would make the whole text null. A cluster refuses `concat_ws` here, because it is not immutable.
const ASKED = `coalesce(path, '') || ' ' || coalesce(array_to_string(parameters, ' '), '') || ' ' || coalesce(message, '')`
const FORGET_LINK = { set: `purpose = '${ERASED}', reference = NULL, return_state = NULL` }
const BY_CLIENT = { where: 'client_id = $1', by: 'id' } as const
const BY_USER = { where: 'user_id = $1', by: 'id' } as const
const BY_EMAIL = { where: 'email = $1', by: 'email' } as const
// Events that belong to others and only mention the client. They stay, without details.
const eventsOfOthers = (where: string, by: keyof HeldClient = 'id'): HeldData => {
  const erase = { set: `details = '{}'` }
  return { table: 'audit_events', where, by, erase, isExported: false }
}

/**
 * All data that is stored about a client, in the order of erasure: rows that refer to another row come before it. The
 * consent records that the law demands stay, without names: who agreed to what and when, and how it ended.
 */
export const HELD_DATA: readonly HeldData[] = [
  { table: 'valuations', ...BY_CLIENT, erase: 'delete' },
  { table: 'documents', ...BY_CLIENT, erase: 'delete', hidden: ['file_path'] },
  { table: 'asset_scans', ...BY_CLIENT, erase: 'delete' },
  { table: 'collection_items', ...BY_CLIENT, erase: 'delete' },
  { table: 'assets', ...BY_CLIENT, erase: 'delete', hidden: ['internal_notes'] },
  { table: 'collections', ...BY_CLIENT, erase: 'delete' },
  { table: 'tombstones', ...BY_CLIENT, erase: 'delete' },
  { table: 'removed_assets', ...BY_CLIENT, erase: 'delete' },
  { table: 'sent_notices', ...BY_CLIENT, erase: 'delete' },
  {
    table: 'consents',
    ...BY_CLIENT,
    erase: {
      // The digest would confirm a name that somebody guesses.
      set: `sentence = '${ERASED}', firm_sentence = '${ERASED}', purpose = NULL, digest = '',
            language = 'en', client_name = NULL`,
    },
  },
  { table: 'grant_usage', where: 'grant_id = ANY ($1::text[])', by: 'grants', erase: 'delete' },
  // A request may also name the client in a path or a parameter.
  {
    table: 'key_requests',
    where: `(client_id = $1 OR strpos(${ASKED}, $1) > 0)`,
    by: 'id',
    erase: 'delete',
    isExported: false,
  },
  { table: 'grants', ...BY_CLIENT, erase: { set: 'reference = NULL, deletion_note = NULL' } },
  { table: 'feed_grants', ...BY_CLIENT, erase: { set: 'reference = NULL' }, isExported: false },
  // A reference and an email name one client. The rest of a link is about the firm. A link that named an email must not
  // become one that anybody can answer, so it is revoked before it loses the email. These are two statements: a cluster
  // sets no column to the clock under a condition. A link that is made between them keeps its email, as a later one does.
  {
    table: 'connection_links',
    where: `${NAMES_CLIENT} AND ${IS_FOR_ONE}`,
    by: 'id',
    erase: { set: 'revoked_at = now()' },
    hidden: ['created_by', 'return_state'],
  },
  {
    table: 'connection_links',
    where: `${NAMES_CLIENT} AND NOT (${IS_FOR_ONE})`,
    by: 'id',
    erase: { set: 'email = NULL, reference = NULL, return_state = NULL' },
    hidden: ['created_by', 'return_state'],
  },
  // The events of these links, and then the links. An event has no id of its link. It tells of the client by its purpose
  // alone, and only if no link of others has the same.
  eventsOfOthers(
    `(subject, details ->> 'purpose') IN (
              SELECT key_id, purpose FROM connection_links GROUP BY 1, 2 HAVING bool_and(${OWN_LINK}))`,
  ),
  { table: 'connection_links', where: OWN_LINK, by: 'id', erase: FORGET_LINK, isExported: false },
  {
    table: 'connection_links',
    where: `reference IS NOT NULL
            AND (SELECT firm_id FROM api_keys WHERE id = key_id) || ' ' || reference = ANY ($1::text[])`,
    by: 'references',
    erase: FORGET_LINK,
    isExported: false,
  },
  // Links that name the client. A link that the client answered has no email and no reference by now. So a link with an
  // email, one that was used, and an open one with a reference or for many are for somebody else.
  {
    table: 'connection_links',
    where: `(purpose ${NAMED} OR reference ${NAMED}) AND email IS NULL AND used_at IS NULL
            AND (revoked_at IS NOT NULL OR expires_at <= now() OR (reference IS NULL AND single_use)
                 OR reference ${naming(`'^' || $1 || '$'`)})`,
    by: 'naming',
    erase: FORGET_LINK,
    isExported: false,
  },
  { table: 'link_visits', ...BY_CLIENT, erase: 'delete' },
  { table: 'sessions', ...BY_USER, erase: 'delete', hidden: ['cookie_token'] },
  { table: 'verifications', where: 'value = $1', by: 'id', erase: 'delete', hidden: ['challenge'] },
  { table: 'accounts', ...BY_USER, erase: 'delete', hidden: ['password_hash'] },
  { table: 'two_factors', ...BY_USER, erase: 'delete', hidden: ['totp_secret', 'recovery_codes'] },
  { table: 'passkeys', ...BY_USER, erase: 'delete', hidden: ['public_key'] },
  { table: 'invitations', ...BY_USER, erase: 'delete', hidden: ['token_hash'] },
  { table: 'access_tokens', ...BY_USER, erase: 'delete', hidden: ['hash'] },
  { table: 'sign_in_events', ...BY_USER, erase: 'delete', hidden: ['merge_key'] },
  { table: 'plants', where: 'owner_id = $1', by: 'id', erase: 'delete' },
  { table: 'idempotency_keys', where: 'actor = $1', by: 'id', erase: 'delete' },
  { table: 'mails', ...BY_EMAIL, erase: 'delete' },
  { table: 'member_invitations', ...BY_EMAIL, erase: 'delete', hidden: ['token_hash'] },
  {
    table: 'audit_events',
    // Events that record the erasure itself stay.
    where: `(client_id = $1 OR subject = $1 OR (actor = $1 AND firm_id IS NULL))
            AND details ->> 'cause' IS DISTINCT FROM 'client.erased'`,
    by: 'id',
    erase: { set: `details = '{}'` },
  },
  // Searches of staff that found the client: by a part of the name, of the address, or anything else.
  eventsOfOthers(
    `action = 'staff.searched' AND request_id IN (
              SELECT r.request_id FROM audit_events r WHERE r.client_id = $1 AND r.action LIKE '%.read')`,
  ),
  // Purposes and searches that name the client, but the purposes that links of others still have.
  eventsOfOthers(
    `(details ->> 'text' ${NAMED} OR (details ->> 'purpose' ${NAMED} AND NOT EXISTS (
              SELECT FROM connection_links WHERE key_id = subject AND purpose = details ->> 'purpose')))`,
    'naming',
  ),
  // Events about invitations that a firm sent to the address.
  eventsOfOthers(`details::text ${NAMED}`, 'address'),
  // A client who is a member of a firm cannot be erased, so there are no such rows then.
  { table: 'members', ...BY_USER, erase: 'kept' },
  { table: 'portfolios', ...BY_CLIENT, erase: 'kept' },
  {
    table: 'users',
    where: 'id = $1',
    by: 'id',
    erase: {
      set: `name = 'Erased client', email = lower(id) || '@erased.invalid', two_factor_enabled = false,
            locked_at = now(), proved_at = NULL, muted_topics = '{}', mail_language = NULL, updated_at = now()`,
    },
  },
]
