/** The rights of the runtime role on one table. Everything else is denied. */
export interface TableRights {
  /** Read all columns, or all except some. Columns marked `@p0` in the data model must be excepted. */
  readonly select?: true | { readonly except: readonly string[] }
  /** Insert rows. There is no right for some columns only: Citus also writes the defaults of the other columns. */
  readonly insert?: true
  readonly update?: true | readonly string[]
  readonly delete?: true
}

const READ: TableRights = { select: true }
const WRITE: TableRights = { select: true, insert: true, update: true, delete: true }

/**
 * All rights of the runtime role, which serves requests, by table. A new table needs a line here, with only the rights
 * that requests need. Commands, imports and migrations connect as the owner. To lock a row, a role needs the right to
 * update one of its columns.
 */
export const RUNTIME_RIGHTS: Readonly<Record<string, TableRights>> = {
  _prisma_migrations: READ,
  installation: {},
  gateway_settings: { select: true, insert: true, update: true },

  // No insert: a person who accepts an invitation gets an account by `create_user`, which never creates staff.
  users: {
    select: true,
    update: [
      'two_factor_enabled',
      'locked_at',
      'proved_at',
      'updated_at',
      'muted_topics',
      'mail_language',
    ],
  },
  // Only operators set plan and tier. The right on `created_at` is only for locking the row.
  firms: { select: true, update: ['created_at', 'identity'] },
  members: { ...WRITE, update: ['role'] },
  member_invitations: WRITE,

  // Staff who lock a person out delete the password.
  accounts: WRITE,
  sessions: WRITE,
  verifications: WRITE,
  two_factors: WRITE,
  passkeys: { ...WRITE, update: ['name', 'counter', 'last_used_at'] },
  sign_in_counters: WRITE,
  sign_in_events: { ...WRITE, update: ['times'] },
  invitations: WRITE,
  mails: WRITE,

  // Only operators set the tier. Environment and firm never change.
  api_keys: {
    select: true,
    insert: true,
    update: ['name', 'allowed_ips', 'return_urls', 'creates_links', 'state', 'revoked_at'],
  },
  // Only operators add and remove documents, and set which keys are limited to them.
  trusted_documents: READ,
  // The secrets of a rehearsal are removed. The others stay, so that they are known after their end.
  key_secrets: { ...WRITE, update: ['expires_at'] },
  grants: { select: true, insert: true, update: true },
  consents: { select: true, insert: true },
  sent_key_notices: { select: true, insert: true, delete: true },
  sent_notices: { select: true, insert: true, delete: true },
  connection_links: {
    ...WRITE,
    update: ['used_at', 'revoked_at', 'reminded_at', 'reference', 'return_state', 'email'],
  },
  link_visits: { ...WRITE, update: ['answer', 'answered_at', 'connection_id'] },
  webhook_endpoints: WRITE,
  webhook_attempts: WRITE,
  access_tokens: { select: true, insert: true, update: ['revoked_at'] },
  // Only operators create, roll and revoke them.
  service_accounts: READ,
  service_secrets: { select: true, update: ['first_used_at'] },
  audit_events: { select: true, insert: true },
  idempotency_keys: { select: true, insert: true, delete: true },

  key_usage: WRITE,
  grant_usage: WRITE,
  error_counts: WRITE,
  webhook_counts: WRITE,
  platform_figures: { select: true, insert: true, delete: true },
  request_errors: { select: true, insert: true, delete: true },
  key_requests: { select: true, insert: true, delete: true },

  // The feeds of all keys. The change feed writes what it has read.
  feeds: { select: true, insert: true, update: ['position'] },
  feed_grants: { select: true, insert: true, update: true },
  feed_generation: READ,

  portfolios: { select: true, update: ['feed_version'] },
  assets: { select: { except: ['internal_notes'] } },
  asset_scans: READ,
  tombstones: READ,
  // The newest removal of a client, and nothing else.
  removed_assets: { select: { except: ['ref', 'registry_id', 'id'] } },
  collections: READ,
  collection_items: READ,
  valuations: READ,
  documents: { select: { except: ['file_path'] } },
  // `deltas_from` may not move back.
  shown_expiries: READ,

  plants: { select: true, insert: true, delete: true },
}

/** The functions of the runtime role, in decisions 4, 14, 52 and 71. They run as the owner, so each does one thing. */
export const RUNTIME_FUNCTIONS: readonly string[] = [
  'public.change_sandbox_portfolio(text, text, jsonb, text[], boolean)',
  'public.create_sandbox_client(text, text, text, jsonb)',
  'public.create_user(text, text, text)',
  'public.end_blockers(integer)',
  // The release before calls it.
  'public.move_deltas_from(timestamp with time zone)',
  'public.move_deltas_of(text[], timestamp with time zone)',
  'public.move_sandbox_deltas_from(text, timestamp with time zone, integer)',
  'public.remove_old_tombstones(text, integer)',
  'public.remove_sandbox_records(text, timestamp with time zone, integer)',
]
