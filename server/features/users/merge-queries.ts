import { sql } from 'kysely'
import { maxNoteLength, type MergeField, type MergePreview, type UserDetails } from '#contract/users.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { refuseForPrivileged } from './phone-commands.ts'
import { readUserDetails } from './queries.ts'
import { say, type Sentence } from '../../platform/text.ts'

/** The effects of a merge, and the conflicts that prevent it. Refusal: 404 if either record is unknown. */
export async function previewMerge(
  db: Connection,
  scope: PersonScope,
  { staysId, goesId }: { staysId: string; goesId: string },
): Promise<MergePreview | Refusal> {
  const [stays, goes] = await Promise.all([readUserDetails(db, scope, staysId), readUserDetails(db, scope, goesId)])
  if (!stays || !goes) return refuse('not_found')
  const [compared, counts, overlaps, conflicts] = await Promise.all([
    compareRecords(db, scope, stays, goes),
    countMoves(db, goesId),
    listOverlaps(db, staysId, goesId),
    listConflicts(db, scope, stays, goes),
  ])
  const { acceptances, ...moves } = counts
  const said = conflicts.map(({ code, message }) => ({ code, message: say(scope.language, message) }))
  return { stays, goes, ...compared, moves, acceptances, overlaps, conflicts: said }
}

/** The values of the fields that a merge can choose; null if there is no contact or number. */
const said = (user: UserDetails): Record<MergeField, string | null> => ({
  name: user.name,
  email: user.email,
  photo: user.photo,
  contact: user.contact_name || user.contact_phone ? `${user.contact_name ?? ''} ${user.contact_phone ?? ''}` : null,
  channel: user.channel,
  locale: user.locale,
  time_zone: user.time_zone,
  spoken_language: user.spoken_language && (user.needs_interpreter ? `${user.spoken_language} by interpreter` : user.spoken_language),
})

/** The fields that differ, and those that only the merged record has. */
export async function compareRecords(
  db: Connection,
  scope: PersonScope,
  stays: UserDetails,
  goes: UserDetails,
): Promise<Pick<MergePreview, 'differs' | 'fills'>> {
  const [ours, theirs] = [said(stays), said(goes)]
  // A confirmed address logs in: only a code replaces it. A privileged person's takes more than merging.
  const fixed = stays.email_verified_at !== null || (await refuseForPrivileged(db, scope, stays.id)) ? 'email' : null
  const fields = (Object.keys(ours) as MergeField[]).filter(
    field => field !== fixed && theirs[field] !== null && theirs[field] !== ours[field],
  )
  return { differs: fields.filter(field => ours[field] !== null), fills: fields.filter(field => ours[field] === null) }
}

const countMoves = async (db: Connection, goesId: string) => {
  const { rows } = await sql<MergePreview['moves'] & { acceptances: number }>`
    SELECT (SELECT count(*) FROM appointments WHERE user_id = ${goesId}) AS appointments,
      (SELECT count(*) FROM feedback WHERE author_id = ${goesId}) AS feedback,
      (SELECT count(*) FROM waiting_list WHERE user_id = ${goesId}) AS waiting,
      (SELECT count(*) FROM outbox WHERE user_id = ${goesId}) AS messages,
      (SELECT count(*) FROM record_views WHERE user_id = ${goesId}) AS views,
      (SELECT count(*) FROM acceptances WHERE user_id IN (SELECT person_record_ids(${goesId}))) AS acceptances`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('counting answers one row')
  return row
}

/** Pairs of seat-holding appointments at the same time, which one person cannot have (a constraint). */
export async function listOverlaps(db: Connection, staysId: string, goesId: string): Promise<MergePreview['overlaps']> {
  const half = (alias: 'x' | 'y') => sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'reference', ${sql.ref(`${alias}.reference`)},
    'support_type', (SELECT t.name FROM schedules s JOIN support_types t ON t.id = s.support_type_id WHERE s.id = ${sql.ref(`${alias}.schedule_id`)}),
    'mentor', (SELECT m.name FROM users m WHERE m.id = ${sql.ref(`${alias}.mentor_id`)}),
    'starts_at', rfc3339(${sql.ref(`${alias}.starts_at`)}),
    'ends_at', rfc3339(${sql.ref(`${alias}.ends_at`)}),
    'time_zone', (SELECT p.time_zone FROM schedules s JOIN places p ON p.id = s.place_id WHERE s.id = ${sql.ref(`${alias}.schedule_id`)}),
    'status', ${sql.ref(`${alias}.status`)})`
  const { rows } = await sql<MergePreview['overlaps'][number]>`
    SELECT ${half('x')} AS stays, ${half('y')} AS goes
    FROM appointments x JOIN appointments y ON y.user_id = ${goesId} AND holds_seat(y.status)
      AND tstzrange(x.starts_at, x.ends_at) && tstzrange(y.starts_at, y.ends_at)
    WHERE x.user_id = ${staysId} AND holds_seat(x.status) ORDER BY x.starts_at, x.id`.execute(db)
  return rows
}

/**
 * Conflicts that no choice resolves: work or roles of the record that is to be merged, records that
 * must not change, and notes that are too long together.
 */
export async function listConflicts(
  db: Connection,
  { person }: PersonScope,
  stays: UserDetails,
  goes: UserDetails,
): Promise<{ code: string; message: Sentence }[]> {
  const { rows } = await sql<{ works: boolean }>`SELECT EXISTS (SELECT 1 FROM slots WHERE mentor_id = ${goes.id})
    OR EXISTS (SELECT 1 FROM schedule_mentors WHERE mentor_id = ${goes.id})
    OR EXISTS (SELECT 1 FROM weekly_hours WHERE mentor_id = ${goes.id}) AS works`.execute(db)
  const conflicts: { code: string; message: Sentence }[] = []
  const add = (code: string, message: Sentence) => conflicts.push({ code, message })
  if (stays.id === goes.id) add('same', 'refused.mergeSame')
  for (const { id, name, can } of [stays, goes]) {
    if (id === person.id) add('not_yourself', 'refused.mergeNotYourself')
    else if (can.edit !== true) add(can.edit.code, ['refused.mergeOf', { name, sentence: can.edit.message }])
  }
  if (!stays.active && !stays.merged_into && !stays.erased_at) add('inactive', ['refused.mergeInactive', { name: stays.name }])
  if (goes.roles.length > 0) {
    const both = stays.roles.length > 0
    add('roles', [both ? 'refused.mergeBothRoles' : 'refused.mergeRoles', { name: goes.name }])
  } else if (rows[0]?.works) add('mentor', ['refused.mergeMentor', { name: goes.name }])
  if (joinNotes(stays, goes).length > maxNoteLength) add('notes', 'refused.mergeNotes')
  return conflicts
}

/** The note of the remaining record after a merge: a line break between both. */
export const joinNotes = (stays: UserDetails, goes: UserDetails): string => [stays.note, goes.note].filter(Boolean).join('\n')
