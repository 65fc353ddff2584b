import type * as z from 'zod'
import type { profileCalls } from '#contract/profile.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Platform } from '../../../platform/http/platform.ts'
import { refuse, Refusal } from '../../../platform/refusal.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { hashToken, newToken } from '../../../platform/session-gate.ts'
import { recordAudit } from '../../audit/commands.ts'
import { checkOwnPassword, lockCaller } from '../../people/commands.ts'
import { findUser } from '../../people/queries.ts'
import { presentProgram, programColumns } from './present.ts'

type Made = (typeof profileCalls)['POST /api/my-profile/tokens']
type Input = z.output<Made['body']>

const dayMs = 24 * 60 * 60 * 1000

/**
 * Creates a token for a program, with the person's permissions or read-only. Only this response contains
 * it. The password is required, so that a script or a stranger at an open page cannot create a token.
 * Refusals: 422 `wrong_password`, also if there is no password; those of `lockCaller`.
 */
export async function makeToken(platform: Platform, scope: PersonScope, input: Input): Promise<z.input<Made['answer']['body']> | Refusal> {
  const { db } = platform
  const { id } = scope.person
  const stored = (await findUser(db, scope, id))?.password_hash ?? null
  const right = await checkOwnPassword(platform, scope, stored, input.current_password)
  if (right instanceof Refusal) return right
  if (!right) {
    const sentence = stored === null ? 'field.isNeededPleaseChooseOneIn' : 'field.isNotYourCurrentPassword'
    return refuse('wrong_password', { errors: { current_password: [sentence] } })
  }
  const token = newToken()
  return db.transaction().execute(async trx => {
    const closed = await lockCaller(trx, scope)
    if (closed) return closed
    // Changed from this session meanwhile: the password that was verified is over.
    const still = await trx.selectFrom('users').select('id').where('id', '=', id).where('password_hash', '=', stored).executeTakeFirst()
    if (!still) return refuse('wrong_password', { errors: { current_password: ['field.isNotYourCurrentPassword'] } })
    const row = await trx
      .insertInto('sessions')
      .values({
        user_id: id,
        token_hash: hashToken(token),
        program: input.name,
        read_only: input.scope === 'read',
        created_at: scope.now,
        // Null until its first use, which is stored at once.
        last_used_at: new Date(0),
        expires_at: new Date(scope.now.getTime() + input.days * dayMs),
      })
      .returning(programColumns)
      .executeTakeFirstOrThrow()
    await recordAudit(trx, scope, { action: 'token_made', subject: 'user', subjectId: id, personId: id })
    return { token, program: presentProgram(row) }
  })
}

/** Revokes one of the caller's tokens with immediate effect. False if there is none. */
export const revokeToken = (db: Connection, scope: PersonScope, tokenId: string): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const { id } = scope.person
    const ended = await trx
      .updateTable('sessions')
      .set({ ended_at: scope.now })
      .where('id', '=', tokenId)
      .where('user_id', '=', id)
      .where('program', 'is not', null)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (ended) await recordAudit(trx, scope, { action: 'token_revoked', subject: 'user', subjectId: id, personId: id })
    return ended !== undefined
  })
