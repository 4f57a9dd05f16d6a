/** The rights of the runtime role on one table. Everything else is denied. */
export interface TableRights {
  /** Read all columns, or all except some. Columns marked `@p0` in the data model must be excepted. */
  readonly select?: true | { readonly except: readonly string[] }
  /** Insert rows. Citus writes the defaults of columns too, so a right to insert some columns is none there. */
  readonly insert?: true
  /** Update all columns, or only these. */
  readonly update?: true | readonly string[]
  readonly delete?: true
}

const READ: TableRights = { select: true }
const WRITE: TableRights = { select: true, insert: true, update: true, delete: true }

/**
 * The rights of the runtime role, which serves requests, for every table. `grantRuntimeRights` grants
 * exactly this. A new table gets a line here, with what requests need and no more. Commands, imports
 * and migrations connect as the owner and need nothing here. Locking a row requires the right to
 * update one of its columns.
 */
export const RUNTIME_RIGHTS: Readonly<Record<string, TableRights>> = {
  _prisma_migrations: READ,
  installation: {},

  // A person who accepts an invitation gets an account by `create_user`, never one of the staff.
  users: { select: true, update: ['two_factor_enabled', 'updated_at'] },
  // Only operators set plan and tier. The column is for locking the row.
  firms: { select: true, update: ['created_at'] },
  members: { select: true, insert: true, update: ['role'], delete: true },
  member_invitations: WRITE,

  accounts: { select: true, insert: true, update: true },
  sessions: WRITE,
  verifications: WRITE,
  two_factors: WRITE,
  passkeys: {
    select: true,
    insert: true,
    update: ['name', 'counter', 'last_used_at'],
    delete: true,
  },
  sign_in_counters: WRITE,
  sign_in_events: { select: true, insert: true, update: ['times'], delete: true },
  invitations: WRITE,

  // Only operators set the tier. Environment and firm never change.
  api_keys: { select: true, insert: true, update: ['name', 'allowed_ips', 'state', 'revoked_at'] },
  key_secrets: { select: true, insert: true, update: ['expires_at'] },
  grants: { select: true, insert: true, update: true },
  consents: { select: true, insert: true },
  sent_notices: { select: true, insert: true },
  connection_links: { select: true, insert: true, update: ['used_at', 'revoked_at'], delete: true },
  link_visits: { select: true, insert: true, update: ['answer', 'answered_at'], delete: true },
  access_tokens: { select: true, insert: true, update: ['revoked_at'] },
  audit_events: { select: true, insert: true },
  idempotency_keys: { select: true, insert: true, delete: true },

  key_usage: WRITE,
  grant_usage: WRITE,
  request_errors: { select: true, insert: true, delete: true },

  portfolios: READ,
  assets: { select: { except: ['internal_notes'] } },
  tombstones: READ,
  removed_assets: {},
  collections: READ,
  collection_items: READ,
  valuations: READ,
  documents: { select: { except: ['file_path'] } },
  heirs: READ,
  share_links: READ,
  scans: READ,

  plants: { select: true, insert: true, delete: true },
}

/**
 * The functions that the runtime role may call. They run with the rights of the owner, so each can do one
 * thing only, which decisions 14 and 40 state.
 */
export const RUNTIME_FUNCTIONS: readonly string[] = [
  'public.create_sandbox_client(text, text, text, jsonb)',
  'public.create_user(text, text, text)',
]
