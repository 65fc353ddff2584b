import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** A code as stored. */
export interface StoredCode {
  salt: Buffer
  code_hash: Buffer
}

const hashOf = (salt: Buffer, code: string) => createHash('sha256').update(salt).update(code).digest()

/** Generates six digits with the system's generator, and what is stored of them. */
export function generateCode(): StoredCode & { code: string } {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const salt = randomBytes(16)
  return { code, salt, code_hash: hashOf(salt, code) }
}

/** Whether a guess is the code, in constant time. */
export const isCode = ({ salt, code_hash }: StoredCode, guess: string): boolean => timingSafeEqual(hashOf(salt, guess), code_hash)
