import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Key } from './key-file.ts'

/** The location of a secret. A value that is copied to another row or column does not decrypt there. */
export interface SecretPlace {
  table: string
  column: string
  /** The row's key as PostgreSQL prints it. */
  row: string
}

/** Encrypts secrets that the product needs to read again. */
export interface SecretBox {
  seal(place: SecretPlace, content: Buffer | string): Buffer
  /** Throws if the value was changed, belongs to another location, or needs an unknown key. */
  open(place: SecretPlace, sealed: Buffer): Buffer
  /** The id of the key that encrypts; sealed values contain it. */
  currentKey(): string
  hasKey(id: string): boolean
  /**
   * Adds keys; the first one encrypts from now on. Known keys stay until the process ends, because other
   * servers may still use them.
   */
  use(keys: readonly [Key, ...Key[]]): void
}

/**
 * An encrypted value: these four bytes, the key's id (8), the nonce (12), the tag (16), the ciphertext.
 * The database checks the beginning (`is_sealed`).
 */
const beginning = Buffer.from('osk1')
const [idAt, nonceAt, tagAt, contentAt] = [4, 12, 24, 40]

/** AES-256-GCM with a random nonce per value; table, column and row are the associated data. */
export function openSecretBox(keys: readonly [Key, ...Key[]]): SecretBox {
  const known = new Map<string, Key>()
  let [current] = keys
  const use: SecretBox['use'] = next => {
    ;[current] = next
    for (const key of next) known.set(key.id, key)
  }
  use(keys)
  return {
    use,
    currentKey: () => current.id,
    hasKey: id => known.has(id),
    seal(place, content) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(associatedData(place))
      const sealed = Buffer.concat([typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content), cipher.final()])
      return Buffer.concat([beginning, Buffer.from(current.id, 'hex'), nonce, cipher.getAuthTag(), sealed])
    },
    open(place, sealed) {
      const key = known.get(sealed.toString('hex', idAt, nonceAt))
      const what = `${place.table}.${place.column}`
      if (!isSealed(sealed)) throw new Error(`a value of ${what} is not encrypted`)
      if (!key) throw new Error(`a value of ${what} was encrypted with a key that is not in this server's key file`)
      const decipher = createDecipheriv('aes-256-gcm', key.key, sealed.subarray(nonceAt, tagAt), { authTagLength: 16 })
        .setAAD(associatedData(place))
        .setAuthTag(sealed.subarray(tagAt, contentAt))
      return Buffer.concat([decipher.update(sealed.subarray(contentAt)), decipher.final()])
    },
  }
}

/** Whether a stored value was sealed; earlier versions stored some in plain text. */
export const isSealed = (value: Buffer): boolean => value.length > contentAt && value.subarray(0, idAt).equals(beginning)

const associatedData = ({ table, column, row }: SecretPlace): Buffer => Buffer.from(JSON.stringify([table, column, row]))
