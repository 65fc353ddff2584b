import { sql } from 'kysely'
import type { MentorSession } from '#contract/mentors.ts'
import type { Planner, PlannerQuery, PlannerSession } from '#contract/planner.ts'
import { localDateOf } from '#domain/time/local-date.ts'
import { localTimeOf } from '#domain/time/local-time.ts'
import { Temporal } from '#domain/time/temporal.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { findAway } from '../schedules/planner/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { findMentorName, listMentorSessions } from './session-queries.ts'

/** The caller's calendar as a mentor: only own sessions, seats and absences, without drafts. */
export async function findMentorPlanner(
  db: Connection,
  scope: PersonScope,
  query: Pick<PlannerQuery, 'from' | 'to'>,
): Promise<Planner | null> {
  const { id } = scope.person
  const [settings, mentor] = await Promise.all([readSettingsRow(db), findMentorName(db, scope, id)])
  if (!mentor) return null
  const { time_zone } = settings
  const [all, away] = await Promise.all([
    listMentorSessions(db, scope, mentor, settings, query),
    findAway(db, scope, { ...query, mentor_id: id }, time_zone),
  ])
  const sessions = all.filter(({ status }) => status === 'published')
  const places = uniqueById(sessions.map(({ place, time_zone: zone }) => ({ id: place.id, name: place.name, time_zone: zone })))
  const closed = await sql<Planner['closed'][number]>`SELECT place_id, date, reason FROM closed_days
    WHERE place_id = ANY (${places.map(place => place.id)}::uuid[]) AND date BETWEEN ${query.from}::date AND ${query.to}::date
    ORDER BY date`.execute(db)
  return {
    time_zone,
    sessions: sessions.map(session => presentOwnSession(session, id)),
    away,
    closed: closed.rows,
    mentors: [mentor],
    places,
    support_types: uniqueById(sessions.map(({ support_type: type }) => ({ id: type.id, name: type.name, colour: type.colour }))),
  }
}

const uniqueById = <Item extends { id: string }>(items: readonly Item[]): Item[] => [
  ...new Map(items.map(item => [item.id, item])).values(),
]

/** With the mentor's own seats, and no other mentor. */
function presentOwnSession(session: MentorSession, mentorId: string): PlannerSession {
  const { id, support_type, place, starts_at, ends_at, time_zone, interpreted, revision, counts } = session
  const { pending, booked, arrived, fulfilled, noshow } = counts
  const taken = pending + booked + arrived + fulfilled + noshow
  return {
    id,
    support_type_id: support_type.id,
    place_id: place.id,
    mentor_ids: [mentorId],
    starts_at,
    ends_at,
    starts_local: localDateTimeOf(starts_at, time_zone),
    ends_local: localDateTimeOf(ends_at, time_zone),
    status: 'published',
    interpreted,
    // Another mentor may have taken over the seats of a past session.
    seats: { total: Math.max(counts.seats, taken), taken },
    revision,
  }
}

function localDateTimeOf(text: string, zone: string): string {
  const instant = Temporal.Instant.from(text)
  return `${localDateOf(instant, zone)}T${localTimeOf(instant, zone)}`
}
