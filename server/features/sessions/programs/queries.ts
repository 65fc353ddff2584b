import type { ProgramToken } from '#contract/profile.ts'
import { defineQuery, type Param } from '../../../platform/database/compiled-query.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { PersonScope } from '../../../platform/scope.ts'
import { presentProgram, programColumns } from './present.ts'

const tokensOf = defineQuery(
  'tokens of a person',
  (db, { userId, now }: { userId: Param<string>; now: Param<string> }) =>
    db
      .selectFrom('sessions')
      .select(programColumns)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc'),
  { priority: true },
)

/** The caller's valid tokens for programs, newest first. */
export const listOwnTokens = async (db: Connection, { person, now }: PersonScope): Promise<ProgramToken[]> =>
  (await tokensOf(db, { userId: person.id, now: now.toISOString() })).map(presentProgram)
