import { claimMode } from '#database/mode.ts'
import { connectClient } from '#database/connect/client.ts'
import { migrate } from '#database/migrate.ts'
import { countBrokenPromises } from '#database/promises.ts'
import { endEverySession, forgetSecrets } from '#database/restored.ts'
import { openSecrets } from '../features/secrets/open-secrets.ts'
import { BackupError } from '../platform/backup/backup-error.ts'
import type { Settings } from '../platform/config.ts'
import { exitCodes } from './exit-codes.ts'
import { withDatabase } from './with-database.ts'

type Say = (line: string) => void

export interface FinishOptions {
  /** Accepts a database that breaks guarantees. */
  anyway: boolean
  /** Removes what a lost key file encrypted. */
  withoutKey: boolean
}

/**
 * Migrates and checks a restored database, and ends all sessions: one that was ended after the backup
 * would be valid again. Rejects with a BackupError if the database must not be used as it is.
 */
export async function finishRestore(url: string, settings: Settings, { anyway, withoutKey }: FinishOptions, say: Say): Promise<void> {
  await migrate(url)
  const mode = await claimMode(url, settings.mode)
  if (mode !== settings.mode) {
    throw new BackupError(
      `The backup is of a ${mode} database, and OPENHOUR_MODE is ${settings.mode}. Set OPENHOUR_MODE=${mode} to restore it as what it is, or name another backup.`,
    )
  }
  const client = await connectClient(url, { settings: { statement_timeout: '0' } })
  try {
    const broken = (await countBrokenPromises(client)).filter(({ count }) => count !== 0)
    for (const { count, what } of broken) say(`  ${count} ${what}`)
    if (broken.length > 0 && !anyway) {
      throw new BackupError('The backup breaks promises of the product (above). Restore another, or add --anyway to take it as it is.')
    }
    if (withoutKey) await forgetSecrets(client)
    await endEverySession(client)
  } finally {
    await client.end()
  }
  await openSecrets(url, settings, say).catch((error: Error) => {
    throw new BackupError(
      `${error.message} Where that key is lost, add --without-key: authenticators, webhooks and mentors' calendars are removed then.`,
    )
  })
}

/** Finishes a restore of the operator's own PostgreSQL, which its own tools have restored. */
export async function finishOwnRestore(settings: Settings, options: FinishOptions, say: Say): Promise<number> {
  if (!settings.databaseUrl)
    throw new BackupError('DATABASE_URL is not set. openhour restore restores the embedded database, and finishes by itself.')
  return withDatabase(settings, async url => {
    await finishRestore(url, settings, options, say)
    say('The restored database is ready. Start Openhour; all people sign in again.')
    return exitCodes.done
  })
}
