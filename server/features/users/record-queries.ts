import { sql } from 'kysely'
import type { UserRecord } from '#contract/users.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'

/** Counts and dates about a person, including the records merged into theirs. */
export async function readUserRecord(db: Connection, scope: PersonScope, id: string): Promise<UserRecord> {
  const [feedback, waiting, acceptances, changes] = await Promise.all([
    holds(scope, 'Feedback List') ? listFeedbackOf(db, id) : null,
    holds(scope, 'Appointment List') ? listWaiting(db, id) : null,
    listAcceptances(db, id),
    listChanges(db, id),
  ])
  return { feedback, waiting, acceptances, changes }
}

const listFeedbackOf = async (db: Connection, id: string) =>
  (
    await sql<NonNullable<UserRecord['feedback']>[number]>`
      SELECT f.id, f.type, f.appointment_id, f.created_at, json_build_object('id', u.id, 'name', u.name) AS author,
        (SELECT coalesce(json_agg(json_build_object('question_id', x.question_id, 'prompt', x.prompt, 'widget', x.widget, 'value', x.value)
          ORDER BY x.position), '[]') FROM feedback_answers x WHERE x.feedback_id = f.id) AS answers
      FROM appointments a JOIN feedback f ON f.appointment_id = a.id AND f.type = 'client' JOIN users u ON u.id = f.author_id
      WHERE a.user_id = ${id} ORDER BY f.created_at DESC LIMIT 50`.execute(db)
  ).rows

const listWaiting = async (db: Connection, id: string) =>
  (
    await sql<NonNullable<UserRecord['waiting']>[number]>`
      SELECT w.id, json_build_object('id', t.id, 'name', t.name, 'colour', t.colour) AS support_type, w.from_date, w.to_date, w.state, w.created_at
      FROM waiting_list w JOIN support_types t ON t.id = w.support_type_id WHERE w.user_id = ${id} ORDER BY w.created_at DESC LIMIT 50`.execute(
      db,
    )
  ).rows

const listAcceptances = async (db: Connection, id: string) =>
  (
    await sql<UserRecord['acceptances'][number]>`
      SELECT a.id, c.key, t.title, a.language, v.language AS binding_language, v.version, a.version_id, a.sha256, c.required_for, a.accepted_at, a.recorded_by <> a.user_id AS by_staff
      FROM acceptances a JOIN contract_versions v ON v.id = a.version_id JOIN contracts c ON c.id = v.contract_id
        JOIN contract_texts t ON t.version_id = a.version_id AND t.language = a.language
      WHERE a.user_id IN (SELECT person_record_ids(${id})) ORDER BY a.accepted_at DESC, c.key`.execute(db)
  ).rows

const listChanges = async (db: Connection, id: string) =>
  (
    await sql<UserRecord['changes'][number]>`
      SELECT e.id, e.at, e.action, e.reason, coalesce(e.after -> 'fields', '[]') AS fields,
        CASE WHEN u.id IS NULL THEN NULL ELSE json_build_object('id', u.id, 'name', u.name) END AS by
      FROM audit e LEFT JOIN users u ON u.id = e.actor_id
      WHERE e.subject_id IN (SELECT person_record_ids(${id})) AND e.subject = 'user' ORDER BY e.at DESC, e.id DESC LIMIT 100`.execute(db)
  ).rows
