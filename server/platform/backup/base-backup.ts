import { once } from 'node:events'
import { Socket } from 'node:net'
import os from 'node:os'
import type { Writable } from 'node:stream'
import pg from 'pg'

/** PostgreSQL's list of a backup's files with their checksums, unchanged. */
type Manifest = Buffer

/** The first byte of each message of `BASE_BACKUP`. */
const kinds = { archive: 'n', data: 'd', manifest: 'm' }

/** Nice value of PostgreSQL's process during a backup. */
const backupNiceness = 10

/**
 * Copies a running server's whole cluster, as a gzipped tar with the WAL that makes it consistent,
 * into `archive`, and returns the manifest. The server keeps running, retains the WAL, and verifies
 * every page it reads. Rejects if anything is missing.
 */
export async function takeBaseBackup(url: string, label: string, archive: Writable): Promise<Manifest> {
  const socket = new Socket()
  const client = new pg.Client({ connectionString: replicationUrl(url), application_name: 'openhour backup', stream: () => socket })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    if (rows[0]) lowerPriority(rows[0].pid)
    await client.query(`CREATE_REPLICATION_SLOT openhour_backup_${process.pid} TEMPORARY PHYSICAL RESERVE_WAL`)
    const options = `LABEL '${label}', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=1'`
    const manifest: Buffer[] = []
    let target: 'archive' | 'manifest' = 'archive'
    const receive = (message: Buffer) => {
      const kind = String.fromCharCode(message[0] ?? 0)
      if (kind === kinds.archive) target = 'archive'
      else if (kind === kinds.manifest) target = 'manifest'
      else if (kind === kinds.data) {
        // The driver uses its buffer again.
        const data = Buffer.from(message.subarray(1))
        if (target === 'manifest') manifest.push(data)
        else if (!archive.write(data)) socket.pause()
      }
    }
    archive.on('drain', () => socket.resume())
    archive.once('close', () => socket.destroy())
    await once(client.query(new CopyOut(`BASE_BACKUP (${options})`, receive)), 'end')
    return Buffer.concat(manifest)
  } finally {
    // After a failure the server may still be sending.
    socket.destroy()
  }
}

/** A connection that accepts replication commands and SQL. */
function replicationUrl(url: string): string {
  const address = new URL(url)
  address.searchParams.set('replication', 'database')
  return address.href
}

/** Bookings have priority over backups. Where the system does not allow this, they share. */
function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, backupNiceness)
  } catch {
    return
  }
}

/** A query that passes on the messages PostgreSQL copies out. The driver calls its queries' `handle…` methods. */
class CopyOut extends pg.Query {
  constructor(
    text: string,
    private readonly receive: (message: Buffer) => void,
  ) {
    super(text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.receive(chunk)
  }
}
