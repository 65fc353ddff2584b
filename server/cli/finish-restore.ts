import { claimMode } from '#database/mode.ts'
import { connectClient } from '#database/connect/client.ts'
import { migrate, refuseEmpty } from '#database/migrate.ts'
import { endEverySession, forgetSecrets } from '#database/restored.ts'
import { openSecrets } from '../features/secrets/open-secrets.ts'
import { BackupError } from '../platform/backup/backup-error.ts'
import type { Settings } from '../platform/config.ts'
import { exitCodes } from './exit-codes.ts'
import { listBroken } from './verify.ts'
import { withDatabase } from './with-database.ts'

type Say = (line: string) => void

export interface FinishOptions {
  /** Accepts a database that breaks guarantees. */
  anyway: boolean
  /** Removes what a lost key file encrypted. */
  withoutKey: boolean
}

interface Finishing extends FinishOptions {
  mode: Settings['mode']
  /** Rejects if the keys are not the database's. */
  openKeys: () => Promise<unknown>
  say: Say
}

/**
 * Migrates and checks a restored database, and ends all sessions: one that was ended after the backup
 * would be valid again. Rejects with a BackupError if the database must not be used as it is.
 */
export async function finishRestore(url: string, { mode, openKeys, say, anyway, withoutKey }: Finishing): Promise<void> {
  await refuseEmpty(url)
  await migrate(url)
  const recorded = await claimMode(url, mode)
  if (recorded !== mode) {
    throw new BackupError(
      `The backup is of a ${recorded} database, and OPENHOUR_MODE is ${mode}. Set OPENHOUR_MODE=${recorded} to restore it as what it is, or name another backup.`,
    )
  }
  const broken = await listBroken(url)
  for (const line of broken) say(`  ${line}`)
  if (broken.length > 0 && !anyway) {
    throw new BackupError(
      'The backup is incomplete or breaks promises of the product (above). Restore another, or add --anyway to take it as it is.',
    )
  }
  const client = await connectClient(url, { settings: { statement_timeout: '0' } })
  try {
    for (const name of withoutKey ? await forgetSecrets(client) : [])
      say(
        `Single sign-on with ${name} is off until its client secret is entered again. openhour emergency-link lets an administrator sign in.`,
      )
    await endEverySession(client)
  } finally {
    await client.end()
  }
  await openKeys()
}

/** The same with the settings of an installation for one organisation. */
export const finishWithSettings = (url: string, settings: Settings, options: FinishOptions, say: Say): Promise<void> =>
  finishRestore(url, {
    ...options,
    mode: settings.mode,
    say,
    openKeys: () =>
      openSecrets(url, settings, say).catch((error: Error) => {
        throw new BackupError(
          `${error.message} Where that key is lost, add --without-key: authenticators, webhooks and mentors' calendars are removed then, and single sign-on is switched off.`,
        )
      }),
  })

/** Finishes a restore of the operator's own PostgreSQL, which its own tools have restored. */
export async function finishOwnRestore(settings: Settings, options: FinishOptions, say: Say): Promise<number> {
  if (!settings.databaseUrl && !settings.directoryUrl)
    throw new BackupError('DATABASE_URL is not set. openhour restore restores the embedded database, and finishes by itself.')
  return withDatabase(settings, async url => {
    await finishWithSettings(url, settings, options, say)
    say('The restored database is ready. Start Openhour; all people sign in again.')
    return exitCodes.done
  })
}
