import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { dedicatedName } from '../privileges/accounts.ts'

/** A problem with the key file; the message is for the person at the terminal. */
export class KeyFileError extends Error {
  override name = 'KeyFileError'
}

/** One key of AES-256. */
export interface Key {
  /** Identifies the key without revealing anything about it; eight bytes in hex. */
  id: string
  key: KeyObject
}

const line = /^[A-Za-z0-9+/]{43}=$/

/**
 * The keys of a file, one per line in base64, with `#` before comments. The first one encrypts, all
 * decrypt. Null if the file does not exist.
 */
export async function readKeyFile(file: string): Promise<[Key, ...Key[]] | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new KeyFileError(`The key file ${file} cannot be read (${error.code}). Check who owns it, or set OPENHOUR_KEY_FILE.`)
  })
  if (text === null) return null
  const lines = text
    .split('\n')
    .map(each => each.trim())
    .filter(each => each !== '' && !each.startsWith('#'))
  const wrong = lines.findIndex(each => !line.test(each))
  // The error does not repeat the line, which may contain most of a key.
  if (wrong >= 0) throw new KeyFileError(`Key ${wrong + 1} in ${file} is not 32 bytes in base64, as openssl rand -base64 32 prints them.`)
  const [first, ...others] = lines.map(keyOf)
  if (!first) throw new KeyFileError(`The key file ${file} holds no key. Put back the one that belongs to this database.`)
  return [first, ...others]
}

/** Exported for tests, which have no file. */
export function keyOf(text: string): Key {
  const bytes = Buffer.from(text, 'base64')
  const id = createHash('sha256').update('openhour key id').update(bytes).digest('hex').slice(0, 16)
  return { id, key: createSecretKey(bytes) }
}

/** The command that creates the file by hand for the user of this process; as root, for the user that servers run as. */
export const keyFileCommand = (file: string): string =>
  `(umask 077; head -c 32 /dev/urandom | base64 > ${file}); chown ${process.getuid?.() || dedicatedName} ${file}`

/** A new key in base64. */
export const newKey = (): string => randomBytes(32).toString('base64')

/**
 * Creates the file with one new key, readable by its owner only. Does nothing if another server has just
 * created it.
 */
export async function makeKeyFile(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  const whole = `${file}.${process.pid}.new`
  await rm(whole, { force: true })
  const handle = await open(whole, 'wx', 0o600)
  try {
    await handle.writeFile(`# Openhour: decrypts secrets in the database. Keep a copy apart from the backups.\n${newKey()}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    // Linking is atomic: no partial file is visible, and no existing file is replaced.
    await link(whole, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(whole, { force: true })
  }
}
