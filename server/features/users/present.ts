import type { ListedUser, UserDetails } from '#contract/users.ts'
import { presentUser, type UserRow } from '../people/present.ts'

interface Named {
  id: string
  name: string
}

export type ListedRow = UserRow & Pick<ListedUser, 'roles' | 'visits'>

export const presentListed = ({ roles, visits, ...row }: ListedRow): ListedUser => ({ ...presentUser(row), roles, visits })

export interface DetailsRow extends UserRow {
  contact_name: string | null
  contact_phone: string | null
  channel: UserDetails['channel']
  note: string
  phone_verified_at: string | null
  email_verified_at: string | null
  has_password: boolean
  has_authenticator: boolean
  sign_in: UserDetails['sign_in']
  erased_at: string | null
  merged_into: Named | null
  merged: UserDetails['merged']
  roles: Named[]
  sessions: UserDetails['sessions']
  ahead: UserDetails['ahead']
  managed: boolean
}

const no = (code: string, message: string) => ({ code, message })

/** A person's details for staff, with what the caller may do. */
export function presentDetails({ managed, ...row }: DetailsRow, askerId: string): UserDetails {
  const closed = row.merged_into
    ? no('record_closed', 'This record was merged into another one and stays as it is.')
    : row.erased_at
      ? no('record_closed', 'This person was erased. The record stays as it is.')
      : null
  const outranked = managed ? null : no('outranked', 'This person has abilities that you do not have. Please ask a colleague who has them.')
  const edit = closed ?? outranked ?? true
  const own = row.id === askerId ? no('not_yourself', 'This is your own record. Ask a colleague.') : true
  const {
    contact_name,
    contact_phone,
    channel,
    note,
    phone_verified_at,
    email_verified_at,
    has_password,
    has_authenticator,
    sign_in,
    erased_at,
    merged_into,
    merged,
    roles,
    sessions,
    ahead,
  } = row
  const more = {
    contact_name,
    contact_phone,
    channel,
    note,
    phone_verified_at,
    email_verified_at,
    has_password,
    has_authenticator,
    sign_in,
    erased_at,
    merged_into,
    merged,
    roles,
    sessions,
    ahead,
  }
  return { ...presentUser(row), ...more, can: { edit, end: edit === true ? own : edit } }
}
