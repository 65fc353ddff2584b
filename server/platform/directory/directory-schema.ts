import { connectClient } from '#database/connect/client.ts'
import { refuseTransactionPooling } from '#database/connect/pooling.ts'
import type { SecretBox, SecretPlace } from '../secrets/secret-box.ts'

/**
 * The tables of a directory. Every statement can be repeated. Addresses of databases, settings and keys are encrypted
 * with the key of the installation.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS directory (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    key_check bytea NOT NULL
  );
  CREATE TABLE IF NOT EXISTS clusters (
    name text PRIMARY KEY CHECK (name ~ '^[a-z]([a-z0-9-]{0,37}[a-z0-9])?$'),
    admin_url bytea NOT NULL
  );
  CREATE TABLE IF NOT EXISTS organisations (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    name text NOT NULL UNIQUE CHECK (name ~ '^[a-z]([a-z0-9-]{0,37}[a-z0-9])?$'),
    state text NOT NULL CHECK (state IN ('active', 'suspended', 'moving')),
    cluster text NOT NULL REFERENCES clusters,
    database_url bytea NOT NULL,
    settings bytea NOT NULL,
    keys bytea NOT NULL,
    revision int NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE IF NOT EXISTS additions ( -- databases of organisations that are being added
    name text PRIMARY KEY CHECK (name ~ '^[a-z]([a-z0-9-]{0,37}[a-z0-9])?$'),
    cluster text NOT NULL REFERENCES clusters,
    database_url bytea NOT NULL
  );
  ALTER TABLE organisations ADD COLUMN IF NOT EXISTS move bytea; -- null: no command has begun to move it
  CREATE TABLE IF NOT EXISTS host_names (
    host text PRIMARY KEY CHECK (host = lower(host) AND host ~ '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$'),
    organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
    position smallint NOT NULL,
    UNIQUE (organisation_id, position)
  )`

const checkPlace: SecretPlace = { table: 'directory', column: 'key_check', row: 'true' }

/**
 * Creates the directory, or changes nothing where it is there already. Rejects if it was encrypted with another
 * key, or if the database belongs to an organisation.
 */
export async function createDirectory(url: string, secrets: SecretBox): Promise<void> {
  await refuseTransactionPooling(url)
  const client = await connectClient(url, { application_name: 'openhour directory' })
  try {
    await client.query('BEGIN')
    await client.query("SELECT pg_advisory_xact_lock(hashtext('openhour.directory'))")
    const { rows: taken } = await client.query("SELECT WHERE to_regclass('migrations') IS NOT NULL")
    if (taken.length > 0)
      throw new Error('OPENHOUR_DIRECTORY_URL leads to the database of an organisation. The directory needs a database of its own.')
    await client.query(tables)
    await client.query('INSERT INTO directory (key_check) VALUES ($1) ON CONFLICT DO NOTHING', [secrets.seal(checkPlace, 'openhour')])
    const { rows } = await client.query<{ key_check: Buffer }>('SELECT key_check FROM directory')
    if (!rows[0] || !opensDirectory(secrets, rows[0].key_check))
      throw new Error('The key in OPENHOUR_KEY_FILE is not the one that the directory was encrypted with.')
    // So that an older key can be removed from the file.
    await client.query('UPDATE directory SET key_check = $1', [secrets.seal(checkPlace, 'openhour')])
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

/** Whether the database is a directory, which was encrypted with a key. */
export async function isDirectory(url: string): Promise<boolean> {
  const client = await connectClient(url, { application_name: 'openhour directory' })
  try {
    return (await client.query("SELECT WHERE to_regclass('directory') IS NOT NULL")).rows.length > 0
  } finally {
    await client.end()
  }
}

/** Whether the key that a directory has recorded is one of these. */
export function opensDirectory(secrets: SecretBox, keyCheck: Buffer): boolean {
  try {
    return secrets.open(checkPlace, keyCheck).toString() === 'openhour'
  } catch {
    return false
  }
}
