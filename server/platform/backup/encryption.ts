import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError } from './backup-error.ts'

/** Encrypts a backup's files during writing. */
export interface BackupEncryption {
  encrypt(plain: Readable): Promise<Readable>
  /** Decrypts only this backup, in this process, to verify it before it gets its name. */
  identities: readonly string[]
}

/**
 * Encrypts for the recipients in age's format (https://age-encryption.org/v1), and for a temporary
 * key, with which the server verifies what it wrote and which it then forgets. Rejects with a
 * BackupError if a recipient is invalid.
 */
export async function encryptFor(recipients: readonly string[]): Promise<BackupEncryption> {
  const identity = await generateX25519Identity()
  const encrypter = new Encrypter()
  for (const recipient of [...recipients, await identityToRecipient(identity)]) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new BackupError(
        `OPENHOUR_BACKUP_RECIPIENT holds something that is no recipient of age: ${recipient}. Copy it again; a recipient begins with age1.`,
      )
    }
  }
  const encrypt = async (plain: Readable) => fromWeb(await encrypter.encrypt(toWeb(plain)))
  return { encrypt, identities: [identity] }
}

/**
 * The decrypted content of a file as a stream. Rejects with a BackupError if no identity decrypts
 * it.
 */
export async function decryptWith(identities: readonly string[], sealed: Readable): Promise<Readable> {
  if (identities.length === 0) {
    throw new BackupError('The backup is encrypted. Name the file with its identity: --identity FILE, or OPENHOUR_BACKUP_IDENTITY_FILE.')
  }
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(sealed)))
  } catch (error) {
    if (/no identity matched/.test((error as Error).message))
      throw new BackupError('The backup was encrypted for another identity than the one that was named.')
    throw new BackupError('The backup is damaged: an encrypted file cannot be read.')
  }
}

/** The identities in a file as age-keygen writes it: one per line, `#` before comments. */
export async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The identity file ${file} cannot be read (${error.code}).`)
  })
  const identities = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
  // The message does not repeat it: it may be most of a key.
  if (identities.length === 0 || !(await areIdentities(identities))) {
    throw new BackupError(`${file} holds no identity of age. It has a line that begins with AGE-SECRET-KEY-1.`)
  }
  return identities
}

const areIdentities = (identities: readonly string[]): Promise<boolean> =>
  Promise.all(identities.map(identityToRecipient)).then(
    () => true,
    () => false,
  )

/** A new identity, as a file that age reads too, and its recipient. */
export async function makeIdentity(): Promise<{ content: string; recipient: string }> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { content: `# public key: ${recipient}\n${identity}\n`, recipient }
}

const toWeb = (stream: Readable) => Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array<ArrayBuffer>>
const fromWeb = (stream: globalThis.ReadableStream<Uint8Array>): Readable => Readable.fromWeb(stream as ReadableStream)
