/** What the runtime role may do with one table. What is not named, it may not. */
export interface TableRights {
  /** Reads all columns, or all but those. A column marked `@p0` in the data model has to be among them. */
  readonly select?: true | { readonly except: readonly string[] }
  readonly insert?: true
  /** Updates all columns, or those alone. */
  readonly update?: true | readonly string[]
  readonly delete?: true
}

const READ: TableRights = { select: true }
const WRITE: TableRights = { select: true, insert: true, update: true, delete: true }

/**
 * The rights of the role that the serving process connects with, for every table there is. The one
 * place that says them: `grantRuntimeRights` grants exactly this. A new table gets its line here,
 * with what requests need and no more; what only commands, imports and migrations do is not a need,
 * since they connect as the owner. To lock a row takes the right to update one of its columns.
 */
export const RUNTIME_RIGHTS: Readonly<Record<string, TableRights>> = {
  _prisma_migrations: READ,
  installation: {},

  users: { select: true, update: ['two_factor_enabled', 'updated_at'] },
  // Plan and tier are the operator's to set. The column is for locking the row.
  firms: { select: true, update: ['created_at'] },
  members: READ,

  accounts: { select: true, insert: true, update: true },
  sessions: WRITE,
  verifications: WRITE,
  two_factors: WRITE,
  sign_in_counters: WRITE,
  sign_in_events: { select: true, insert: true, update: ['times'], delete: true },
  invitations: { select: true, delete: true },

  // The tier is the operator's to set; environment and firm never change.
  api_keys: { select: true, insert: true, update: ['name', 'allowed_ips', 'state', 'revoked_at'] },
  key_secrets: { select: true, insert: true, update: ['expires_at'] },
  grants: { select: true, insert: true, update: true },
  access_tokens: { select: true, insert: true, update: ['revoked_at'] },
  audit_events: { select: true, insert: true },
  idempotency_keys: { select: true, insert: true, delete: true },

  key_usage: WRITE,
  grant_usage: WRITE,
  request_errors: { select: true, insert: true, delete: true },

  portfolios: READ,
  assets: { select: { except: ['internal_notes'] } },
  tombstones: READ,
  collections: READ,
  collection_items: READ,
  valuations: READ,
  documents: { select: { except: ['file_path'] } },
  heirs: READ,
  share_links: READ,
  scans: READ,

  plants: { select: true, insert: true, delete: true },
}
