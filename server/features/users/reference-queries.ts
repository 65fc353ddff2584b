import { sql, type RawBuilder } from 'kysely'

/**
 * Every column that points to a person: where it stands in an export, and with what of its row. A test compares this list with the database and fails when a
 * new column is not covered.
 */
export interface Reference {
  table: string
  column: string
  /** The list in the export. */
  list: string
  /** What of the row belongs to the person, as `jsonb`; the row's alias is `t`. */
  row: RawBuilder<unknown>
}

/** The whole row is the person's own, but for secrets and what means nothing outside. */
const own = (table: string, column: string, list: string, { less = [] as string[], more = sql`'{}'::jsonb` } = {}): Reference => ({
  table,
  column,
  list,
  row: sql`to_jsonb(t) - ${less}::text[] || ${more}`,
})

/** The person's work: that it was done and when; what it says of others is theirs. */
const work = (table: string, column: string, list: string, columns: string[]): Reference => ({
  table,
  column,
  list,
  row: sql`jsonb_build_object(${sql.join(columns.flatMap(name => [sql`${sql.lit(name)}`, sql`t.${sql.ref(name)}`]))})`,
})

const session = sql`(SELECT jsonb_build_object('support_type', y.name, 'place', p.name, 'time_zone', p.time_zone) FROM schedules s
  JOIN support_types y ON y.id = s.support_type_id JOIN places p ON p.id = s.place_id WHERE s.id = t.schedule_id)
  || jsonb_build_object('mentor', (SELECT m.name FROM users m WHERE m.id = t.mentor_id))`
const answers = sql`jsonb_build_object('answers', (SELECT coalesce(jsonb_agg(jsonb_build_object('prompt', x.prompt, 'value', x.value) ORDER BY x.position), '[]')
  FROM feedback_answers x WHERE x.feedback_id = t.id))`
const text = sql`(SELECT jsonb_build_object('key', c.key, 'title', v.title, 'version', v.version) FROM contract_versions v
  JOIN contracts c ON c.id = v.contract_id WHERE v.id = t.version_id)`
const named = (table: string, column: string) =>
  sql`jsonb_build_object('name', (SELECT o.name FROM ${sql.table(table)} o WHERE o.id = t.${sql.ref(column)}))`

export const references: readonly Reference[] = [
  own('users', 'merged_into', 'merged_records', { less: ['password_hash', 'search_words', 'name_key'] }),
  own('role_assignments', 'user_id', 'roles', { more: named('roles', 'role_id') }),
  own('sessions', 'user_id', 'sessions', { less: ['token_hash', 'cookie_hash'] }),
  own('calendar_feeds', 'user_id', 'calendar_addresses', { less: ['token_hash'] }),
  own('authenticators', 'user_id', 'authenticator', { less: ['secret'] }),
  own('login_tickets', 'user_id', 'logins_under_way', { less: ['token_hash', 'secret'] }),
  own('phone_codes', 'user_id', 'phone_codes', { less: ['salt', 'code_hash'] }),
  own('appointments', 'user_id', 'appointments', { less: ['idempotency_key', 'status_before'], more: session }),
  own('feedback', 'author_id', 'feedback', { more: answers }),
  own('waiting_list', 'user_id', 'waiting_list', {
    more: sql`jsonb_build_object('support_type', (SELECT y.name FROM support_types y WHERE y.id = t.support_type_id))`,
  }),
  own('acceptances', 'user_id', 'acceptances', { more: text }),
  own('missing_acceptances', 'user_id', 'not_accepted', { more: text }),
  own('outbox', 'user_id', 'messages'),
  own('record_views', 'user_id', 'seen_by', {
    more: sql`jsonb_build_object('viewer', (SELECT o.name FROM users o WHERE o.id = t.viewer_id))`,
  }),
  own('audit', 'person_id', 'history'),
  own('mentor_profiles', 'user_id', 'mentor_profile'),
  own('mentor_support_types', 'user_id', 'mentor_support_types', { more: named('support_types', 'support_type_id') }),
  own('mentor_ratings', 'mentor_id', 'rating_as_mentor'),
  own('time_off', 'mentor_id', 'time_off'),
  own('busy_calendars', 'mentor_id', 'own_calendar', {
    less: ['address', 'lease', 'etag'],
    more: sql`jsonb_build_object('times', (SELECT coalesce(jsonb_agg(to_jsonb(b) - 'mentor_id' ORDER BY b.starts_at), '[]') FROM busy_times b WHERE b.mentor_id = t.mentor_id))`,
  }),
  work('schedule_mentors', 'mentor_id', 'rostered_in', ['schedule_id', 'roster']),
  work('slots', 'mentor_id', 'times_as_mentor', ['id', 'starts_at', 'ends_at', 'seats', 'taken']),
  work('appointments', 'mentor_id', 'appointments_as_mentor', ['id', 'starts_at', 'ends_at', 'status']),
  work('appointments', 'requested_mentor_id', 'asked_for_as_mentor', ['id', 'starts_at']),
  work('waiting_list', 'mentor_id', 'waited_for_as_mentor', ['id', 'created_at']),
  work('audit', 'actor_id', 'actions', ['at', 'action', 'subject', 'subject_id']),
  work('record_views', 'viewer_id', 'looked_at', ['at', 'what']),
  work('role_assignments', 'assigned_by', 'roles_given', ['assigned_at']),
  work('closed_days', 'created_by', 'closed_days_set', ['date', 'reason']),
  work('time_off', 'created_by', 'time_off_set', ['starts_at', 'ends_at']),
  work('contract_versions', 'created_by', 'contract_versions_written', ['id', 'title', 'version', 'created_at']),
  work('acceptances', 'recorded_by', 'acceptances_recorded', ['id', 'accepted_at']),
  work('appointments', 'booked_by', 'appointments_booked', ['id', 'created_at']),
  work('appointments', 'changed_by', 'appointments_changed', ['id']),
  work('appointments', 'payment_by', 'payments_recorded', ['id', 'payment_at']),
  work('appointments', 'excused_by', 'absences_excused', ['id', 'excused_at']),
  work('feedback', 'entered_by', 'feedback_entered', ['id', 'created_at']),
  work('feedback', 'looked_by', 'feedback_looked_at', ['id']),
]
