import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { defineBatch } from './database/batch.ts'
import { defineQuery, type Param } from './database/compiled-query.ts'
import type { Connection } from './database/connection.ts'
import type { SignedIn } from './scope.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** Product rules §4: clients 30 days idle; staff 1 hour idle and 24 hours in all. */
const lifetimes = { client: { idle: 30 * day, total: Infinity }, staff: { idle: hour, total: day } }

type Rights = Pick<SignedIn, 'isAdmin' | 'isMentor' | 'abilities'>

/**
 * Whether a person can read other people's data: any ability, a mentor's role or the admin area. They
 * confirm a second factor in production, and their sessions are short (product rules §4).
 */
export const isPrivileged = ({ isAdmin, isMentor, abilities }: Rights): boolean => isAdmin || isMentor || abilities.length > 0

/**
 * How long a session may be idle and last in all, in milliseconds. `staff`: its person was privileged once.
 * It keeps these limits, so that an ended session does not come back as a client's when the last role is
 * taken.
 */
export const lifetimeOf = (rights: Rights, { staff }: { staff: boolean }) =>
  staff || isPrivileged(rights) ? lifetimes.staff : lifetimes.client

/** PostgreSQL's code for a write to a read-only database. */
const readOnlyDatabase = '25006'

/** `last_used_at` is written at most this often. */
const touchIntervalMs = minute

/** 256 random bits; only their SHA-256 is stored. */
export const newToken = () => randomBytes(32).toString('base64url')
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** The token of an `Authorization: Bearer …` header, or null. */
export function bearerToken(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/i.exec(header ?? '')?.[1] ?? null
}

interface SessionRow {
  token_hash: Buffer
  cookie_hash: Buffer | null
  expires_at: string | null
  read_only: boolean
  ended_at: string | null
  session_id: string
  last_used_at: string
  created_at: string
  provider_checked_at: string | null
  id: string
  name: string
  abilities: string[]
  is_admin: boolean
  is_mentor: boolean
  staff: boolean
}

/**
 * The person a token belongs to, with today's roles; null when it is unknown, ended, too old, came with
 * another browser's cookie, or its person is no longer active. `cookie_missing` where it is bound to a
 * cookie and came with none: a copied token, or a browser without cookies.
 */
export type SessionGate = (token: string, cookie: string | null, now: Date) => Promise<SignedIn | 'cookie_missing' | null>

/**
 * Ended sessions too: with a condition for the others, PostgreSQL chose an index of all of them while it
 * had seen few.
 */
const findSessions = defineQuery(
  'sessions by token',
  (_db, { hashes }: { hashes: Param<readonly Buffer[]> }) => sql<SessionRow>`
    SELECT s.token_hash, s.cookie_hash, s.expires_at, s.read_only, s.ended_at, s.id AS session_id, s.last_used_at, s.created_at, s.staff, s.provider_checked_at,
      u.id, u.name, r.abilities, r.is_admin, r.is_mentor
    FROM sessions s JOIN users u ON u.id = s.user_id AND u.active CROSS JOIN LATERAL roles_of(u.id) r
    WHERE s.token_hash = ANY (${hashes}::bytea[])`,
  { priority: true },
)

/**
 * Concurrent requests share one lookup. Nothing is kept: a role taken or a session ended holds from the
 * very next request.
 */
const findSession = defineBatch(
  'sessions',
  async (db, hashes: readonly Buffer[]): Promise<(SessionRow | undefined)[]> => {
    const byHash = new Map((await findSessions(db, { hashes })).map(row => [row.token_hash.toString('base64'), row]))
    return hashes.map(hash => byHash.get(hash.toString('base64')))
  },
  { maxSize: 100, maxConcurrent: 3 },
)

const touchSessions = defineQuery(
  'touch sessions',
  (_db, { ids, now }: { ids: Param<readonly string[]>; now: Param<Date> }) => sql<object>`
    SELECT touch_sessions(${ids}::uuid[], ${now}::timestamptz)`,
  { priority: true },
)

const touchSession = defineBatch(
  'touches',
  async (db, touched: readonly { id: string; now: Date }[]) => {
    const [first] = touched
    if (first) await touchSessions(db, { ids: touched.map(({ id }) => id), now: first.now })
    return touched.map(() => undefined)
  },
  { maxSize: 100, maxConcurrent: 1 },
)

const programOf = ({ expires_at, read_only }: SessionRow): SignedIn['program'] =>
  expires_at === null ? null : read_only ? 'read' : 'write'

/**
 * A program's token lasts until its own end, a person's session as long as it is used. A staff session from an identity provider also ends when that provider has
 * not vouched for the person for an hour.
 */
function isOver({ expires_at, created_at, staff, provider_checked_at }: SessionRow, person: SignedIn, idle: number, now: Date): boolean {
  if (expires_at !== null) return now.getTime() >= Date.parse(expires_at)
  const unchecked = provider_checked_at === null ? 0 : now.getTime() - Date.parse(provider_checked_at)
  if (unchecked > hour && (staff || isPrivileged(person))) return true
  const limits = lifetimeOf(person, { staff })
  return idle > limits.idle || now.getTime() - Date.parse(created_at) > limits.total
}

export function openSessionGate(db: Connection): SessionGate {
  /**
   * Of a session that began before its person had a role: once. A read-only database takes no role away
   * meanwhile.
   */
  const markStaffSession = async (id: string) => {
    try {
      await db.updateTable('sessions').set({ staff: true }).where('id', '=', id).execute()
    } catch (error) {
      if ((error as { code?: string }).code !== readOnlyDatabase) throw error
    }
  }

  return async (token, cookie, now) => {
    const row = await findSession(db, hashToken(token))
    if (!row || row.ended_at !== null) return null
    if (row.cookie_hash !== null) {
      if (cookie === null) return 'cookie_missing'
      if (!timingSafeEqual(hashToken(cookie), row.cookie_hash)) return null
    }
    const person = {
      id: row.id,
      name: row.name,
      sessionId: row.session_id,
      abilities: row.abilities,
      isAdmin: row.is_admin,
      isMentor: row.is_mentor,
      program: programOf(row),
    }
    const idle = now.getTime() - Date.parse(row.last_used_at)
    if (isOver(row, person, idle, now)) return null
    if (!row.staff && row.expires_at === null && isPrivileged(person)) await markStaffSession(row.session_id)
    if (idle > touchIntervalMs) await touchSession(db, { id: row.session_id, now })
    return person
  }
}
