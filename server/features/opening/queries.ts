import { sql } from 'kysely'
import type { Opening } from '#contract/opening.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { isBookable } from '../schedules/bookable/queries.ts'
import { listMentorsToPlan } from '../schedules/planning/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { listSupportTypes } from '../support-types/queries.ts'
import type { OpeningFacts } from './policy.ts'

/** Reads what the steps depend on. Only active support types, places and mentors count. */
export async function readOpeningFacts(db: Connection, scope: PersonScope): Promise<OpeningFacts> {
  const [settings, support_types, mentors, places] = await Promise.all([
    readSettingsRow(db),
    listSupportTypes(db, scope),
    listMentorsToPlan(db, scope),
    db.selectFrom('places').select(['id', 'name']).where('active', '=', true).orderBy('name').execute(),
  ])
  const moment = { now: scope.now, notice: settings.notice_minutes }
  const { rows } = await sql<Pick<OpeningFacts, 'published' | 'bookable' | 'sent' | 'providers'>>`
    SELECT EXISTS (SELECT FROM schedules WHERE status = 'published') AS published,
      EXISTS (SELECT FROM slots x JOIN schedules s ON s.id = x.schedule_id WHERE ${isBookable('x', 's', moment)}) AS bookable,
      EXISTS (SELECT FROM outbox WHERE state IN ('sent', 'delivered', 'shown')) AS sent,
      EXISTS (SELECT FROM identity_providers WHERE enabled) AS providers`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a query without FROM answered no row')
  return { settings, support_types, mentors, places, ...row }
}

/** The oldest role that makes its holder a mentor and grants nothing else; null if the caller is a mentor. */
export async function findMentorRole(db: Connection, { person }: PersonScope): Promise<Opening['mentor_role']> {
  if (person.isMentor) return null
  const role = await db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('is_mentor', '=', true)
    .where('opens_admin', '=', false)
    .where('single_sign_on_only', '=', false)
    .where(sql<boolean>`abilities = '{}'`)
    .orderBy('id')
    .executeTakeFirst()
  return role ?? null
}
