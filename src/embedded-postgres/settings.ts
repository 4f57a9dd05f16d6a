// PostgreSQL reserves 3 of these for superusers. Those that are not for requests are for the lease, migrations,
// retention, and `orangery` commands.
const MAX_CONNECTIONS = 60

/** How many connections all pools that serve requests may open together on an embedded server. */
export const MAX_SERVING_CONNECTIONS = 44

// The server's log must not contain statements or parameters, which may be private. The application receives every
// error, and logs only the parts that are not private.
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  cluster_name: 'orangery',
  max_connections: String(MAX_CONNECTIONS),
  shared_buffers: '128MB',
  huge_pages: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_wal_size: '1GB',
  autovacuum: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/** The command-line arguments of a small server that listens on one unix socket only. */
export function settingArguments(socketDir: string): string[] {
  // The setting is a comma-separated list, and the path may contain a comma.
  const folder = `"${socketDir.replaceAll('"', '""')}"`
  const settings = { ...SETTINGS, unix_socket_directories: folder }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
