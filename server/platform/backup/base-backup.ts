import { once } from 'node:events'
import os from 'node:os'
import type { Writable } from 'node:stream'
import pg from 'pg'

/** PostgreSQL's list of a backup's files with their checksums, unchanged. */
type Manifest = Buffer

interface Wire {
  query(text: string): void
  stream: { pause(): void; resume(): void; destroy(): void }
}

const wireOf = (client: pg.Client) => (client as unknown as { connection: Wire }).connection

/** Content of a `BASE_BACKUP` copy message: a kind and its data. */
const kinds = { archive: 'n', data: 'd', manifest: 'm', progress: 'p' }

/** Nice value of PostgreSQL's process during a backup. */
const yielding = 10

/**
 * Copies a running server's whole cluster, as a gzipped tar with the WAL that makes it consistent,
 * into `archive`, and returns the manifest. The server keeps running, retains the WAL, and verifies
 * every page it reads. Rejects if anything is missing.
 */
export async function takeBaseBackup(url: string, label: string, archive: Writable): Promise<Manifest> {
  const config: pg.ClientConfig & { replication: string } = {
    connectionString: url,
    application_name: 'openhour backup',
    replication: 'true',
  }
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  try {
    yieldTo((client as unknown as { processID: number }).processID)
    await client.query('CREATE_REPLICATION_SLOT openhour_backup_' + process.pid + ' TEMPORARY PHYSICAL RESERVE_WAL')
    const options = `LABEL '${label}', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256', COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=1'`
    return await new Promise<Manifest>((resolve, reject) => {
      client.query(new Copying(`BASE_BACKUP (${options})`, archive, resolve, reject))
      client.once('end', () => reject(new Error('the database went away during the backup')))
      archive.once('close', () => reject(new Error('the backup could not be written')))
    })
  } finally {
    // Closes without a goodbye: after a failure the server may still be sending.
    wireOf(client).stream.destroy()
  }
}

/** Bookings have priority over backups. Where the system does not allow this, they share. */
function yieldTo(pid: number): void {
  try {
    os.setPriority(pid, yielding)
  } catch {
    return
  }
}

/** A query whose result is a stream; `pg` offers none for this protocol. */
class Copying {
  private receiving: 'archive' | 'manifest' = 'archive'
  private readonly manifest: Buffer[] = []
  private failure: Error | undefined

  constructor(
    private readonly text: string,
    private readonly archive: Writable,
    private readonly resolve: (manifest: Manifest) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  submit(connection: pg.Connection): void {
    ;(connection as unknown as Wire).query(this.text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Wire): void {
    const kind = String.fromCharCode(chunk[0] ?? 0)
    if (kind === kinds.archive) this.receiving = 'archive'
    else if (kind === kinds.manifest) this.receiving = 'manifest'
    else if (kind === kinds.data) this.keep(Buffer.from(chunk.subarray(1)), stream)
  }

  /** Copies the bytes, because the connection reuses its buffer. */
  private keep(bytes: Buffer, stream: Wire['stream']): void {
    if (this.receiving === 'manifest') this.manifest.push(bytes)
    else if (!this.archive.write(bytes)) {
      stream.pause()
      once(this.archive, 'drain').then(
        () => stream.resume(),
        (error: Error) => this.reject(error),
      )
    }
  }

  handleError(error: Error): void {
    this.failure = error
    this.reject(error)
  }

  handleReadyForQuery(): void {
    if (!this.failure) this.resolve(Buffer.concat(this.manifest))
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
