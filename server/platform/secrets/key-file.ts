import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

/** A problem with the key file; the message is for the person at the terminal. */
export class KeyFileError extends Error {
  override name = 'KeyFileError'
}

/** One key of AES-256. */
export interface Key {
  /** Eight bytes that name the key and reveal nothing about it, in hex. */
  id: string
  key: KeyObject
}

const line = /^[A-Za-z0-9+/]{43}=$/

/** The keys of a file, one a line in base64 and `#` before a comment: the first encrypts, all decrypt. Null: there is no such file. */
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
  // A line is not repeated: it may be most of a key.
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

/** A new key in base64. */
export const newKey = (): string => randomBytes(32).toString('base64')

/** Makes the file with one new key, readable to its owner only. Does nothing where another server has just made it. */
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
    // Linking never shows half a file, and never replaces one that is there.
    await link(whole, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(whole, { force: true })
  }
}
