import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { splitStatements } from './sql-statements.ts'

/** A numbered migration, as its file says. */
export interface Migration {
  number: number
  title: string
  sql: string
  /** Of the file's text. */
  sha256: string
  /**
   * A single `CREATE`, `DROP` or `REINDEX … CONCURRENTLY`, which PostgreSQL runs outside a transaction
   * while other clients write.
   */
  outsideTransaction: boolean
}

/** The folder that holds `migrations/` and `schema/`: next to this file, also in the bundle. */
export const shippedDatabase = new URL('./', import.meta.url)

const concurrent = /^(CREATE (UNIQUE )?|DROP |RE)INDEX CONCURRENTLY\b/i

/** Reads the numbered migrations of this version in order, those from before the baseline included. */
export async function readMigrations(directory: URL = shippedDatabase): Promise<Migration[]> {
  const folders = [new URL('migrations/before-baseline/', directory), new URL('migrations/', directory)]
  const migrations = await Promise.all(folders.map(readFolder))
  return migrations.flat()
}

async function readFolder(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter(name => /^\d{4}-.*\.sql$/.test(name)).toSorted()
  return Promise.all(
    files.map(async name => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return {
        number: Number(name.slice(0, 4)),
        title: name.slice(5, -4),
        sql,
        sha256: sha256(sql),
        outsideTransaction: isConcurrent(name, sql),
      }
    }),
  )
}

function isConcurrent(name: string, sql: string): boolean {
  const statements = splitStatements(sql)
  if (!statements.some(statement => concurrent.test(statement))) return false
  if (statements.length > 1) throw new Error(`Migration ${name}: a statement with CONCURRENTLY must be the only one in its file.`)
  return true
}

/** The name of the index that a migration outside a transaction creates; undefined if it creates none. */
export function createdIndex({ sql }: Migration): string | undefined {
  const [statement = ''] = splitStatements(sql)
  return /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?(\w+)/i.exec(statement)?.[1]
}

/** In hexadecimal digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
