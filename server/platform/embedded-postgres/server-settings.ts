/** Replication connections: one for the product's backups, one for a manual backup. */
export const walSenders = 2

/** The segments of the log on a small disk, in megabytes; elsewhere they have PostgreSQL's 16. Once made, they stay. */
export const smallSegment = 2

/**
 * How the embedded server is set up, given on its command line so that they win over anything in the data folder.
 * A throwaway cluster (tests) gives up durability for speed; nothing else may. On a small disk the log is kept small, for more checkpoints.
 */
export function listSettings({ throwaway, smallDisk }: { throwaway: boolean; smallDisk: boolean }): [string, string][] {
  const durability = throwaway ? 'off' : 'on'
  return [
    ['listen_addresses', '127.0.0.1'],
    ['unix_socket_directories', ''],
    ['fsync', durability],
    ['full_page_writes', durability],
    ['synchronous_commit', durability],
    // A server takes up to 22, many of them when its jobs begin: room for four, such as a drill starts, and for who looks at it by hand.
    ['max_connections', throwaway ? '120' : '100'],
    // Small machines: the whole product should rest below 180 MB.
    ['shared_buffers', '48MB'],
    ['huge_pages', 'off'],
    ['io_method', 'sync'],
    ['max_wal_size', smallDisk ? '32MB' : '256MB'],
    ['min_wal_size', smallDisk ? '32MB' : '80MB'],
    // For backups, which are read from the running server (platform/backup); what they still need of its log is kept for them within bounds.
    ['max_wal_senders', String(walSenders)],
    ['max_slot_wal_keep_size', '4GB'],
    ['max_worker_processes', '2'],
    ['max_parallel_workers_per_gather', '0'],
    ['max_logical_replication_workers', '0'],
    ['jit', 'off'],
    ['TimeZone', 'UTC'],
    ['log_timezone', 'UTC'],
    ['log_line_prefix', '%m [%p] '],
    // What people typed must not reach the log: no failing statements, no "Key (phone)=(…) already exists".
    ['log_min_error_statement', 'panic'],
    ['log_error_verbosity', 'terse'],
  ]
}
