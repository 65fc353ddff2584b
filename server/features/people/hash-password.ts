import { randomBytes } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { hash, verify } from '@node-rs/argon2'
import type { Refusal } from '../../platform/refusal.ts'
import { limitConcurrency } from '../../platform/limit-concurrency.ts'

/** Argon2id (2 in the library) with OWASP's minimum: 19 MiB, two passes, one lane; about 30 ms. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** The last caller in the queue of one organisation waits for about three seconds. */
const bounded = limitConcurrency(2, 200)

/**
 * Different keyboards can produce different code points for the same password (NIST SP 800-63B-4
 * §3.1.1.2).
 */
const normalize = (password: string) => password.normalize('NFKC')

/** A hash for accounts without a password, so that the response takes the same time. */
const dummyHash = hash(randomBytes(32), cost)

/**
 * Tells subscribers the algorithm, version and cost of each comparison. A test subscribes, to show that
 * known and unknown accounts cost the same.
 */
export const passwordComparisons = channel('openhour.password-comparisons')

/** Hashes a password. `owner`s take turns. Refusal: 503 `unavailable` if too many are being hashed. */
export const hashPassword = (password: string, owner: unknown): Promise<string | Refusal> =>
  bounded(() => hash(normalize(password), cost), owner)

/**
 * Verifies a password against the stored hash. `null` (no such person, or no password) costs the same
 * and never matches.
 */
export const verifyPassword = (stored: string | null, password: string, owner: unknown): Promise<boolean | Refusal> =>
  bounded(async () => {
    const compared = stored ?? (await dummyHash)
    passwordComparisons.publish(compared.split('$').slice(1, 4))
    return (await verify(compared, normalize(password))) && stored !== null
  }, owner)
