import { randomBytes } from 'node:crypto'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import { hashToken } from '../../../platform/session-gate.ts'

/** Lifetime of a challenge in ms. */
export const challengeLifetimeMs = 10 * 60 * 1000

/** What a challenge is for, and whose it is. One is worth nothing for another purpose or person. */
export type ChallengePurpose = { purpose: 'login'; userId: null } | { purpose: 'confirm'; userId: string } | CreationPurpose

/** Challenges for creating a passkey. */
export interface CreationPurpose {
  purpose: 'add' | 'enrol'
  userId: string
}

/** Makes a challenge of 256 random bits. Only its hash is stored. */
export async function issueChallenge(db: Connection, { now }: Scope, { purpose, userId }: ChallengePurpose) {
  const challenge = randomBytes(32)
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashToken(challenge.toString('base64url')),
      purpose,
      user_id: userId,
      expires_at: new Date(now.getTime() + challengeLifetimeMs),
    })
    .execute()
  return challenge
}

/** Uses a challenge up: of many at once one succeeds. Commit it also where the passkey is refused. */
export async function spendChallenge(
  trx: Connection,
  { now }: Scope,
  challenge: string,
  { purpose, userId }: ChallengePurpose,
): Promise<boolean> {
  const spent = await trx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hashToken(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('expires_at', '>', now.toISOString())
    .returning('challenge_hash')
    .executeTakeFirst()
  return spent !== undefined
}
