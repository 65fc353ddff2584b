import { sql, type RawBuilder } from 'kysely'
import type { wholeRecordAbilities } from '#contract/whole-record.ts'

/** The abilities that an export needs in addition to its own. */
type PartAbility = Exclude<(typeof wholeRecordAbilities.export)[number], 'User Export'>

/**
 * Every column that refers to a person: its list in an export, and which part of its row is exported. A
 * test compares this list with the database and fails for a missing column.
 */
export interface Reference {
  table: string
  column: string
  /** The list in the export. */
  list: string
  /** The ability that staff need to export this list of another person. */
  ability: PartAbility
  /** Whether the rows are the person's own data, not their work for others. */
  isOwn: boolean
  /** The part of the row that belongs to the person, as `jsonb`; the row's alias is `t`. */
  row: RawBuilder<unknown>
  /** Which rows belong to the list. */
  only: RawBuilder<boolean>
}

const all = sql<boolean>`true`

/** The whole row is the person's own, except secrets and internal values. */
const own = (
  ability: PartAbility,
  table: string,
  column: string,
  list: string,
  { less = [] as string[], more = sql`'{}'::jsonb`, only = all } = {},
): Reference => ({
  table,
  column,
  list,
  ability,
  isOwn: true,
  row: sql`to_jsonb(t) - ${less}::text[] || ${more}`,
  only,
})

/** The person's work for others: only the fact and the time, because the content belongs to others. */
const work = (ability: PartAbility, table: string, column: string, list: string, columns: string[], only = all): Reference => ({
  table,
  column,
  list,
  ability,
  isOwn: false,
  row: sql`jsonb_build_object(${sql.join(columns.flatMap(name => [sql`${sql.lit(name)}`, sql`t.${sql.ref(name)}`]))})`,
  only,
})

const session = sql`(SELECT jsonb_build_object('support_type', y.name, 'place', p.name, 'time_zone', p.time_zone) FROM schedules s
  JOIN support_types y ON y.id = s.support_type_id JOIN places p ON p.id = s.place_id WHERE s.id = t.schedule_id)
  || jsonb_build_object('mentor', (SELECT m.name FROM users m WHERE m.id = t.mentor_id))`
/** The answers of the feedback `t`, in SQL. */
export const feedbackAnswers = sql`jsonb_build_object('answers', (SELECT coalesce(jsonb_agg(jsonb_build_object('prompt', x.prompt, 'value', x.value) ORDER BY x.position), '[]')
  FROM feedback_answers x WHERE x.feedback_id = t.id))`
const text = sql`(SELECT jsonb_build_object('key', c.key, 'title', v.title, 'version', v.version) FROM contract_versions v
  JOIN contracts c ON c.id = v.contract_id WHERE v.id = t.version_id)`
const named = (table: string, column: string) =>
  sql`jsonb_build_object('name', (SELECT o.name FROM ${sql.table(table)} o WHERE o.id = t.${sql.ref(column)}))`

/** A photo as a data URL, in SQL; null without one. */
export const photoData = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(SELECT 'data:' || p.type || ';base64,' || encode(p.bytes, 'base64') FROM photos p WHERE p.id = ${id})`

/** Every column that names a person, for the export of a record. A test compares it with the database. */
export const references: readonly Reference[] = [
  own('User List', 'users', 'merged_into', 'merged_records', {
    less: ['password_hash', 'search_words', 'name_key'],
    more: sql`jsonb_build_object('photo', ${photoData(sql`t.photo_id`)})`,
  }),
  own('User List', 'role_assignments', 'user_id', 'roles', { more: named('roles', 'role_id') }),
  own('User List', 'sessions', 'user_id', 'sessions', { less: ['token_hash', 'cookie_hash'] }),
  own('User List', 'calendar_feeds', 'user_id', 'calendar_addresses', { less: ['token_hash'] }),
  own('User List', 'saved_views', 'user_id', 'saved_views'),
  own('User List', 'authenticators', 'user_id', 'authenticator', { less: ['secret'] }),
  own('User List', 'passkeys', 'user_id', 'passkeys', { less: ['credential_id', 'public_key', 'counter'] }),
  own('User List', 'passkey_challenges', 'user_id', 'passkeys_under_way', { less: ['challenge_hash'] }),
  own('User List', 'recovery_codes', 'user_id', 'recovery_codes', { less: ['code_hash'] }),
  own('User List', 'login_tickets', 'user_id', 'logins_under_way', { less: ['token_hash', 'secret'] }),
  own('User List', 'provider_accounts', 'user_id', 'provider_accounts', { more: named('identity_providers', 'provider_id') }),
  own('User List', 'provider_sign_ins', 'user_id', 'provider_sign_ins', { less: ['state_hash', 'nonce', 'verifier', 'browser_hash'] }),
  own('User List', 'setup_links', 'user_id', 'emergency_links', { less: ['token_hash'] }),
  own('User List', 'phone_uses', 'user_id', 'phone_last_used'),
  own('User List', 'phone_codes', 'user_id', 'phone_codes', { less: ['salt', 'code_hash'] }),
  own('User List', 'invitations', 'user_id', 'invitations', { less: ['token_hash'] }),
  own('Appointment List', 'appointments', 'user_id', 'appointments', { less: ['idempotency_key', 'status_before', 'room'], more: session }),
  own('Feedback List', 'feedback', 'author_id', 'feedback', { more: feedbackAnswers, only: sql<boolean>`t.type = 'client'` }),
  own('Appointment List', 'waiting_list', 'user_id', 'waiting_list', {
    more: sql`jsonb_build_object('support_type', (SELECT y.name FROM support_types y WHERE y.id = t.support_type_id))`,
  }),
  own('User List', 'acceptances', 'user_id', 'acceptances', { more: text }),
  own('User List', 'missing_acceptances', 'user_id', 'not_accepted', { more: text }),
  own('Appointment List', 'outbox', 'user_id', 'messages'),
  own('User List', 'record_views', 'user_id', 'seen_by', {
    more: sql`jsonb_build_object('viewer', (SELECT o.name FROM users o WHERE o.id = t.viewer_id))`,
  }),
  own('Audit View', 'audit', 'person_id', 'history'),
  own('User List', 'mentor_profiles', 'user_id', 'mentor_profile'),
  own('User List', 'mentor_support_types', 'user_id', 'mentor_support_types', { more: named('support_types', 'support_type_id') }),
  own('User List', 'mentor_ratings', 'mentor_id', 'rating_as_mentor'),
  own('Schedule List', 'time_off', 'mentor_id', 'time_off'),
  own('Schedule List', 'weekly_hours', 'mentor_id', 'weekly_hours'),
  own('Schedule List', 'hours_proposals', 'mentor_id', 'proposed_hours'),
  own('Schedule List', 'time_off_requests', 'mentor_id', 'requested_time_off'),
  own('Schedule List', 'busy_calendars', 'mentor_id', 'own_calendar', {
    less: ['address', 'lease', 'etag'],
    more: sql`jsonb_build_object('times', (SELECT coalesce(jsonb_agg(to_jsonb(b) - 'mentor_id' ORDER BY b.starts_at), '[]') FROM busy_times b WHERE b.mentor_id = t.mentor_id))`,
  }),
  work('Schedule List', 'schedule_mentors', 'mentor_id', 'rostered_in', ['schedule_id', 'roster']),
  work('Schedule List', 'slots', 'mentor_id', 'times_as_mentor', ['id', 'starts_at', 'ends_at', 'seats', 'taken']),
  work('Appointment List', 'appointments', 'mentor_id', 'appointments_as_mentor', ['id', 'starts_at', 'ends_at', 'status']),
  // What a mentor writes is about clients, whose exports have it.
  work('Feedback List', 'feedback', 'author_id', 'feedback_as_mentor', ['id', 'created_at'], sql<boolean>`t.type = 'mentor'`),
  work('Appointment List', 'appointments', 'requested_mentor_id', 'asked_for_as_mentor', ['id', 'starts_at']),
  work('Appointment List', 'waiting_list', 'mentor_id', 'waited_for_as_mentor', ['id', 'created_at']),
  work('Audit View', 'audit', 'actor_id', 'actions', ['at', 'action', 'subject', 'subject_id']),
  work('Audit View', 'undoable_actions', 'actor_id', 'actions_to_undo', ['at', 'kind']),
  work('Audit View', 'record_views', 'viewer_id', 'looked_at', ['at', 'what']),
  work('User List', 'role_assignments', 'assigned_by', 'roles_given', ['assigned_at']),
  work('User List', 'invitations', 'invited_by', 'invitations_made', ['created_at']),
  work('User List', 'identity_providers', 'mapping_author_id', 'provider_mappings_written', ['id', 'name']),
  work('Schedule List', 'closed_days', 'created_by', 'closed_days_set', ['date', 'reason']),
  work('Schedule List', 'time_off', 'created_by', 'time_off_set', ['starts_at', 'ends_at']),
  work('Schedule List', 'hours_proposals', 'decided_by', 'proposed_hours_decided', ['id', 'state', 'decided_at']),
  work('Schedule List', 'time_off_requests', 'decided_by', 'requested_time_off_decided', ['id', 'state', 'decided_at']),
  work('User List', 'contract_versions', 'created_by', 'contract_versions_written', ['id', 'title', 'version', 'created_at']),
  work('User List', 'contract_version_translations', 'created_by', 'contract_translations_written', [
    'version_id',
    'language',
    'title',
    'published_at',
  ]),
  work('User List', 'acceptances', 'recorded_by', 'acceptances_recorded', ['id', 'accepted_at']),
  work('Appointment List', 'appointments', 'booked_by', 'appointments_booked', ['id', 'created_at']),
  work('Appointment List', 'appointments', 'changed_by', 'appointments_changed', ['id']),
  work('Appointment List', 'appointments', 'payment_by', 'payments_recorded', ['id', 'payment_at']),
  work('Appointment List', 'appointments', 'excused_by', 'absences_excused', ['id', 'excused_at']),
  work('Feedback List', 'feedback', 'entered_by', 'feedback_entered', ['id', 'created_at']),
  work('Feedback List', 'feedback', 'looked_by', 'feedback_looked_at', ['id']),
]
