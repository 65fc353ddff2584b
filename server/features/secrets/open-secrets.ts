import { connect, type Connection } from '../../platform/database/connection.ts'
import type { Settings } from '../../platform/config.ts'
import { type Key, KeyFileError, keyFileCommand, makeKeyFile, readKeyFile } from '../../platform/secrets/key-file.ts'
import { openSecretBox, type SecretBox } from '../../platform/secrets/secret-box.ts'
import { claimKey, countUndecryptable, hasKeyCheck, resealAll } from './commands.ts'

/**
 * Opens the keys of a migrated database, after which no secret is in plaintext. Creates the key file at
 * the first start, except for a production database of the operator's own, which other servers may share.
 * Rejects with a KeyFileError if the file is missing or does not fit the database.
 */
export async function openSecrets(url: string, settings: Settings, say: (line: string) => void = () => {}): Promise<SecretBox> {
  const { db, close } = connect(url)
  try {
    const file = settings.keyFile
    const keys = (await readKeyFile(file)) ?? (await makeFirstKey(settings, await hasKeyCheck(db), say))
    const secrets = openSecretBox(keys)
    const plain = await useSecrets(db, secrets, {
      notThisKey: `The key in ${file} is not the one that this database was encrypted with. Set OPENHOUR_KEY_FILE to the file that belongs to it, or put that file back.`,
      keyMissing: `The database holds secrets that were encrypted with a key that is not in ${file}. Add the older key on a line below the first one; remove it when openhour_secrets_with_older_key is 0.`,
    })
    if (plain > 0) say(`Encrypted ${plain} secrets in the database. Backups from before still hold them in plaintext.`)
    return secrets
  } finally {
    await close()
  }
}

/** The same with the keys of an organisation in a directory. */
export async function openOrganisationSecrets(
  url: string,
  keys: readonly [Key, ...Key[]],
  options: Parameters<typeof connect>[1] = {},
): Promise<SecretBox> {
  const { db, close } = connect(url, options)
  try {
    const secrets = openSecretBox(keys)
    const notThisKey = 'The key in the directory is not the one that this database was encrypted with.'
    await useSecrets(db, secrets, { notThisKey, keyMissing: notThisKey })
    return secrets
  } finally {
    await close()
  }
}

/** Rejects where the keys are not the database's; otherwise resolves to the number of values that were in plaintext. */
async function useSecrets(
  db: Connection,
  secrets: SecretBox,
  { notThisKey, keyMissing }: { notThisKey: string; keyMissing: string },
): Promise<number> {
  if (!(await claimKey(db, secrets))) throw new KeyFileError(notThisKey)
  if ((await countUndecryptable(db, secrets)) > 0) throw new KeyFileError(keyMissing)
  return resealAll(db, secrets)
}

async function makeFirstKey({ keyFile: file, databaseUrl, mode }: Settings, hadKey: boolean, say: (line: string) => void) {
  if (hadKey) {
    throw new KeyFileError(
      `The key file ${file} is missing, and this database holds secrets that were encrypted with it. Put it back from where you keep a copy, or set OPENHOUR_KEY_FILE to where it is.`,
    )
  }
  if (databaseUrl && mode === 'production')
    throw new KeyFileError(
      `The key file ${file} does not exist. Make it with ${keyFileCommand(file)}, and give every server of this database the same one.`,
    )
  await makeKeyFile(file)
  if (mode === 'production') say(`Made the key file ${file}. Keep a copy of it apart from the backups, which cannot be used without it.`)
  const keys = await readKeyFile(file)
  if (!keys) throw new KeyFileError(`The key file ${file} was removed while Openhour started.`)
  return keys
}
