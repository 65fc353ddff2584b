import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { isPrivileged } from '#contract/granted.ts'
import { staffIdleMs, touchIntervalMs } from '#contract/session-use.ts'
import { defineBatch } from './database/batch.ts'
import { defineQuery, type Param } from './database/compiled-query.ts'
import type { Connection } from './database/connection.ts'
import { languageOf } from './language.ts'
import type { SignedIn } from './scope.ts'

const hour = 60 * 60_000
const day = 24 * hour
/** In ms, without use and in all: staff sessions are short, because they open other people's records. */
const lifetimes = { client: { idle: 30 * day, total: Infinity }, staff: { idle: staffIdleMs, total: day } }

type Rights = Pick<SignedIn, 'isAdmin' | 'isMentor' | 'abilities'>

/**
 * The maximum idle time and the maximum age of a session in ms. `staff`: the person was privileged once.
 * These limits remain after the last role is removed, so that an expired session does not become valid
 * again as a client's.
 */
export const lifetimeOf = (rights: Rights, { staff }: { staff: boolean }) =>
  staff || isPrivileged(rights) ? lifetimes.staff : lifetimes.client

/** How long a provider's word for a person lasts in a staff session, in ms. */
export const vouchedMs = hour

/** PostgreSQL's code for a write to a read-only database. */
const readOnlyDatabase = '25006'

/** 256 random bits; only their SHA-256 is stored. */
export const newToken = () => randomBytes(32).toString('base64url')
/** A token that the same secret seed gives again, so that a repeated answer contains it and nothing stores it. */
export const deriveToken = (purpose: 'token' | 'cookie', seed: string) =>
  createHash('sha256').update(`${purpose} ${seed}`).digest('base64url')
/** SHA-256, as stored. */
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
  unvouched: boolean
  id: string
  name: string
  locale: string
  abilities: string[]
  is_admin: boolean
  is_mentor: boolean
  staff: boolean
}

/**
 * The person of a token, with their current roles; null if the token is unknown, ended, expired or sent
 * with another browser's cookie, or the person is inactive. `cookie_missing` if the token is bound to a
 * cookie and came without one: a copied token, or a browser without cookies.
 */
export type SessionGate = (
  token: string,
  cookie: string | null,
  now: Date,
  /** `isUse` false: the look keeps no session from ending when idle. */
  how?: { isUse: boolean },
) => Promise<SignedIn | 'cookie_missing' | null>

/** Includes ended sessions: with a condition, PostgreSQL chose another index while the table was small. */
const findSessions = defineQuery(
  'sessions by token',
  (_db, { hashes }: { hashes: Param<readonly Buffer[]> }) => sql<SessionRow>`
    SELECT s.token_hash, s.cookie_hash, s.expires_at, s.read_only, s.ended_at, s.id AS session_id, s.last_used_at, s.created_at, s.staff, s.provider_checked_at,
      CASE WHEN s.expires_at IS NOT NULL THEN lacks_provider(u.id) ELSE false END AS unvouched,
      u.id, u.name, u.locale, r.abilities, r.is_admin, r.is_mentor
    FROM sessions s JOIN users u ON u.id = s.user_id AND u.active CROSS JOIN LATERAL roles_of(u.id) r
    WHERE s.token_hash = ANY (${hashes}::bytea[])`,
  { priority: true },
)

/**
 * Concurrent requests share one lookup. Nothing is cached, so a removed role or an ended session takes
 * effect with the next request.
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
    SELECT record_session_use(${ids}::uuid[], ${now}::timestamptz)`,
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
 * A program's token expires at a fixed time, and rests while a role of its person demands an identity
 * provider and none vouches for them. A person's session ends when idle. A staff session from an
 * identity provider also ends when that provider has not vouched for the person for an hour.
 */
function isOver(
  { expires_at, unvouched, created_at, staff, provider_checked_at }: SessionRow,
  person: SignedIn,
  idle: number,
  now: Date,
): boolean {
  if (expires_at !== null) return unvouched || now.getTime() >= Date.parse(expires_at)
  const unchecked = provider_checked_at === null ? 0 : now.getTime() - Date.parse(provider_checked_at)
  if (unchecked > vouchedMs && (staff || isPrivileged(person))) return true
  const limits = lifetimeOf(person, { staff })
  return idle > limits.idle || now.getTime() - Date.parse(created_at) > limits.total
}

/** The gate, which alone creates scopes of callers. */
export function openSessionGate(db: Connection): SessionGate {
  /**
   * Updates a session from before its person had a role, once. A read-only database cannot remove roles
   * meanwhile.
   */
  const markStaffSession = async (id: string) => {
    try {
      await db.updateTable('sessions').set({ staff: true }).where('id', '=', id).execute()
    } catch (error) {
      if ((error as { code?: string }).code !== readOnlyDatabase) throw error
    }
  }

  return async (token, cookie, now, { isUse } = { isUse: true }) => {
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
      language: languageOf(row.locale),
      program: programOf(row),
    }
    const idle = now.getTime() - Date.parse(row.last_used_at)
    if (isOver(row, person, idle, now)) return null
    if (!row.staff && row.expires_at === null && isPrivileged(person)) await markStaffSession(row.session_id)
    if (isUse && idle > touchIntervalMs) await touchSession(db, { id: row.session_id, now })
    return person
  }
}
