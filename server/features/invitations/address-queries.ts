import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'

/** An active person with a number or address. */
export interface AddressHolder {
  id: string
  name: string
  phone: string | null
  /** In lower case. */
  email: string | null
  /**
   * They have an account and confirmed this number or address: an invitation to it offers them the
   * roles.
   */
  confirmed: { phone: boolean; email: boolean }
  /** They have an open invitation that has not expired. */
  invited: boolean
}

/**
 * The active people who have one of these numbers (E.164) or addresses (in lower case); those who
 * confirmed theirs first.
 */
export async function findAddressHolders(
  db: Connection,
  { now }: PersonScope,
  { phones, emails }: { phones: readonly string[]; emails: readonly string[] },
): Promise<AddressHolder[]> {
  if (phones.length + emails.length === 0) return []
  const { rows } = await sql<AddressHolder>`
    SELECT u.id, u.name, u.phone, lower(u.email) AS email,
      json_build_object('phone', u.phone_verified_at IS NOT NULL, 'email', u.email_verified_at IS NOT NULL) AS confirmed,
      EXISTS (SELECT FROM invitations i WHERE i.user_id = u.id AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > ${now}) AS invited
    FROM users u WHERE u.active AND (u.phone = ANY (${phones}) OR lower(u.email) = ANY (${emails}))
    ORDER BY num_nonnulls(u.email_verified_at, u.phone_verified_at) DESC, u.created_at`.execute(db)
  return rows
}

interface Addresses {
  phone: string | null
  /** In lower case. */
  email: string | null
}

/** The first who has the number or address, and whether they confirmed it. */
export function holderOf(holders: readonly AddressHolder[], { phone, email }: Addresses) {
  const mine = holders.filter(one => (phone !== null && one.phone === phone) || (email !== null && one.email === email))
  const confirms = (one: AddressHolder) =>
    (phone !== null && one.phone === phone && one.confirmed.phone) || (email !== null && one.email === email && one.confirmed.email)
  const confirmed = mine.find(confirms)
  const person = confirmed ?? mine[0]
  return person && { person, confirmed: confirmed !== undefined }
}

/** Who a holder is, for callers who may list people. */
export const nameHolder = (scope: PersonScope, { id, name }: AddressHolder) => (holds(scope, 'User List') ? { id, name } : null)
