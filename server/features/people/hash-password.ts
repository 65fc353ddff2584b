import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import type { Refusal } from '../../platform/refusal.ts'
import { limitConcurrency } from './limit-concurrency.ts'

/** Argon2id (the library's 2) at OWASP's floor: 19 MiB, two passes, one lane; about 30 ms. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Who waits longest waits about three seconds. */
const bounded = limitConcurrency(2, 200)

/** The same password typed on another keyboard can be other code points (NIST SP 800-63B-4 §3.1.1.2). */
const settle = (password: string) => password.normalize('NFKC')

/** What is verified against where there is no password, so that the answer takes the same time; made before anybody can ask. */
const dummyHash = hash(randomBytes(32), cost)

/** A password as it is stored; 503 `unavailable` when too many wait for theirs. */
export const hashPassword = (password: string): Promise<string | Refusal> => bounded(() => hash(settle(password), cost))

/**
 * Verifies a password against the stored hash. `null` (no such person, or no password) costs the same
 * and never matches.
 */
export const verifyPassword = (stored: string | null, password: string): Promise<boolean | Refusal> =>
  bounded(async () => (await verify(stored ?? (await dummyHash), settle(password))) && stored !== null)
