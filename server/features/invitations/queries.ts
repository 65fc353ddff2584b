import { sql } from 'kysely'
import type * as z from 'zod'
import type { Invitation, invitationCalls, OpenedInvitation } from '#contract/invitations.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { hashToken } from '../../platform/session-gate.ts'
import { maxExported, streamInParts } from '../../platform/stream-in-parts.ts'
import { hasWords, searchWords } from '../person-search/queries.ts'
import { refuseGift } from '../roles/gifts/commands.ts'
import { shorten, statusOf } from './policy.ts'
import { presentInvitation, type InvitationRow } from './present.ts'

/** Which invitations are listed, in which order, and on which page. */
export type InvitationFilter = z.output<(typeof invitationCalls)['GET /api/invitations']['query']>

const rowsOf = (condition: ReturnType<typeof sql>, tail = sql``) => sql<InvitationRow>`
  SELECT i.id, json_build_object('id', u.id, 'name', u.name) AS person, i.channel, i.address, i.created_at, i.expires_at, i.accepted_at, i.revoked_at,
    has_account(u.id) AS existing, u.phone, json_build_object('id', b.id, 'name', b.name) AS invited_by,
    (SELECT coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) ORDER BY r.name), '[]')
      FROM invitation_roles x JOIN roles r ON r.id = x.role_id WHERE x.invitation_id = i.id) AS roles,
    EXISTS (SELECT FROM roles r WHERE r.single_sign_on_only AND (r.id IN (SELECT role_id FROM invitation_roles x WHERE x.invitation_id = i.id)
      OR r.id IN (SELECT role_id FROM role_assignments a WHERE a.user_id = u.id))) AS single_sign_on,
    (SELECT o.state FROM outbox o WHERE o.user_id = i.user_id AND o.kind = 'invitation' AND o.detail ->> 'invitation_id' = i.id::text
      ORDER BY o.created_at DESC LIMIT 1) AS sending
  FROM invitations i JOIN users u ON u.id = i.user_id JOIN users b ON b.id = i.invited_by WHERE ${condition} ${tail}`

const conditions = (now: Date) => ({
  pending: sql`i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > ${now}`,
  expired: sql`i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at <= ${now}`,
  accepted: sql`i.accepted_at IS NOT NULL`,
  revoked: sql`i.revoked_at IS NOT NULL`,
})

const orders = { created: sql`i.created_at`, name: sql`u.name_key`, expires: sql`i.expires_at` }

/** The order, and its reverse with a minus sign. */
function orderOf(sort: InvitationFilter['sort']) {
  const column = orders[sort.replace('-', '') as keyof typeof orders]
  return sort.startsWith('-') ? sql`${column} DESC, i.id DESC` : sql`${column}, i.id`
}

/** The invitations of a filter, in pages. */
export async function listInvitations(db: Connection, scope: PersonScope, filter: InvitationFilter) {
  const { page, per_page } = filter
  const { total, ids } = await findIds(db, scope, filter)
  return {
    data: await readInvitations(db, scope, ids),
    meta: { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) },
  }
}

/** All invitations of a filter in its order, in parts. Those added meanwhile are left out. */
export async function* streamInvitations(db: Connection, scope: PersonScope, filter: Omit<InvitationFilter, 'page' | 'per_page'>) {
  const { ids } = await findIds(db, scope, { ...filter, page: 1, per_page: maxExported })
  yield* streamInParts(ids, part => readInvitations(db, scope, part))
}

async function findIds(db: Connection, scope: PersonScope, { status, search, sort, page, per_page }: InvitationFilter) {
  const words = searchWords(search ?? '')
  const matching = sql`FROM invitations i JOIN users u ON u.id = i.user_id
    WHERE ${status ? conditions(scope.now)[status] : sql`true`} AND ${words.length > 0 ? hasWords('u', words) : sql`true`}`
  const { rows } = await sql<{ total: number; ids: string[] }>`SELECT (SELECT count(*)::int ${matching}) AS total,
    ARRAY(SELECT i.id ${matching} ORDER BY ${orderOf(sort)} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) AS ids`.execute(db)
  return rows[0] ?? { total: 0, ids: [] }
}

async function readInvitations(db: Connection, scope: PersonScope, ids: readonly string[]): Promise<Invitation[]> {
  const { rows } = await rowsOf(sql`i.id = ANY (${ids}::uuid[])`, sql`ORDER BY array_position(${ids}::uuid[], i.id)`).execute(db)
  const data: Invitation[] = []
  for (const row of rows) data.push(await present(db, scope, row))
  return data
}

/** One invitation; null where there is none. */
export async function findInvitation(db: Connection, scope: Scope, id: string): Promise<Invitation | null> {
  const { rows } = await rowsOf(sql`i.id = ${id}`).execute(db)
  return rows[0] ? present(db, scope, rows[0]) : null
}

/** Whether there is such an invitation. */
export const invitationExists = async (db: Connection, _scope: Scope, id: string): Promise<boolean> =>
  (await db.selectFrom('invitations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

async function present(db: Connection, scope: Scope, row: InvitationRow): Promise<Invitation> {
  const open = statusOf(row, scope.now) === 'pending'
  return presentInvitation(row, scope.now, open && (await refuseRow(db, scope, row)) instanceof Refusal)
}

/** Why the inviter could not make this invitation now. */
const refuseRow = (db: Connection, scope: Scope, { person, invited_by, roles, existing }: InvitationRow) =>
  refuseGift(db, scope, { giverId: invited_by.id, userId: existing ? null : person.id, roleIds: roles.map(({ id }) => id) })

/** Sent, the address is confirmed by accepting; printed, the number on file is a name to log in with. */
function nameOf({ address, phone }: InvitationRow): string | null {
  const name = address ?? phone
  return name === null ? null : shorten(name)
}

/** What a link is for. The same answer for a link that never existed and one that has ended. */
export async function openInvitation(db: Connection, scope: Scope, token: string): Promise<OpenedInvitation> {
  const over: OpenedInvitation = {
    state: 'over',
    name: null,
    invited_by: null,
    roles: [],
    sign_in: false,
    single_sign_on: false,
    address: null,
    channel: null,
    login_name: null,
    expires_at: null,
  }
  const { rows } = await rowsOf(sql`i.token_hash = ${hashToken(token)} AND u.active`).execute(db)
  const [row] = rows
  if (!row) return over
  const status = statusOf(row, scope.now)
  if (status === 'accepted') return { ...over, state: 'used' }
  if (status !== 'pending') return over
  return {
    state: 'open',
    name: row.person.name,
    invited_by: row.invited_by.name,
    roles: row.roles.map(({ name }) => name),
    sign_in: row.existing,
    single_sign_on: row.single_sign_on && !row.existing,
    address: row.address && shorten(row.address),
    channel: row.channel,
    login_name: nameOf(row),
    expires_at: row.expires_at,
  }
}
