import type { ProgramToken } from '#contract/profile.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { presentProgram, programColumns } from './present.ts'

/** The caller's valid tokens for programs, newest first. */
export async function listOwnTokens(db: Connection, { person, now }: PersonScope): Promise<ProgramToken[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(programColumns)
    .where('user_id', '=', person.id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(presentProgram)
}
