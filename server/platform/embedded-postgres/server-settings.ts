/** Replication connections: one for the product's backups, one for a manual backup. */
export const maxWalSenders = 2

/**
 * Size of WAL segments on a small disk in megabytes; otherwise PostgreSQL's 16. Fixed when the
 * cluster is created.
 */
export const smallWalSegmentMb = 2

/**
 * Settings of the embedded server, on its command line so that they override the data folder. A
 * throwaway cluster (tests) trades durability for speed; others never do. A small disk gets little
 * WAL and more checkpoints.
 */
export function listSettings({ throwaway, smallDisk }: { throwaway: boolean; smallDisk: boolean }): [string, string][] {
  const durability = throwaway ? 'off' : 'on'
  return [
    ['listen_addresses', '127.0.0.1'],
    ['unix_socket_directories', ''],
    ['fsync', durability],
    ['full_page_writes', durability],
    ['synchronous_commit', durability],
    // One server uses up to 22, many when its jobs start: enough for four, such as a drill, and for
    // manual connections.
    ['max_connections', throwaway ? '120' : '100'],
    // Small machines: the idle product should use less than 180 MB.
    ['shared_buffers', '48MB'],
    ['huge_pages', 'off'],
    ['io_method', 'sync'],
    ['max_wal_size', smallDisk ? '32MB' : '256MB'],
    ['min_wal_size', smallDisk ? '32MB' : '80MB'],
    // For backups of the running server (platform/backup); it retains the WAL they need within
    // limits.
    ['max_wal_senders', String(maxWalSenders)],
    ['max_slot_wal_keep_size', '4GB'],
    ['max_worker_processes', '2'],
    ['max_parallel_workers_per_gather', '0'],
    ['max_logical_replication_workers', '0'],
    ['jit', 'off'],
    ['TimeZone', 'UTC'],
    ['log_timezone', 'UTC'],
    ['log_line_prefix', '%m [%p] '],
    // User input must not reach the log: no failing statements, no "Key (phone)=(…) already
    // exists".
    ['log_min_error_statement', 'panic'],
    ['log_error_verbosity', 'terse'],
  ]
}
