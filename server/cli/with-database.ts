import path from 'node:path'
import { refuseTransactionPooling } from '#database/connect/pooling.ts'
import { refuseEmpty } from '#database/migrate.ts'
import type { Settings } from '../platform/config.ts'
import { connect, type Connection } from '../platform/database/connection.ts'
import { attachToEmbeddedPostgres } from '../platform/embedded-postgres/attach.ts'
import { servesMany } from '../operating.ts'
import { dropRoot } from '../platform/privileges/drop.ts'

/**
 * Runs work on the installation's database; starts the embedded one for as long, if it does not run. Rejects for one
 * without tables.
 */
export const withDatabase = <Result>(settings: Settings, work: (url: string) => Promise<Result>): Promise<Result> =>
  withUncheckedDatabase(settings, async url => {
    if (settings.databaseUrl) await refuseTransactionPooling(url)
    await refuseEmpty(url)
    return work(url)
  })

/** As `withDatabase`, with a connection. */
export const withConnection = <Result>(settings: Settings, work: (db: Connection) => Promise<Result>): Promise<Result> =>
  withDatabase(settings, async url => {
    const { db, close } = connect(url)
    try {
      return await work(db)
    } finally {
      await close()
    }
  })

/** As `withDatabase`, for work that looks for transaction pooling itself. */
export async function withUncheckedDatabase<Result>(settings: Settings, work: (url: string) => Promise<Result>): Promise<Result> {
  if (settings.databaseUrl) return work(settings.databaseUrl)
  if (settings.directoryUrl) throw new Error(servesMany)
  await dropRoot({ ...settings, port: undefined }, () => {})
  const { url, leave } = await attachToEmbeddedPostgres(path.resolve(settings.dataDirectory), () => {})
  try {
    return await work(url)
  } finally {
    await leave()
  }
}
