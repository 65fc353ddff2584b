import type { ListedUser, UserDetails } from '#contract/users.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { say, type TextId } from '../../platform/text.ts'
import { presentUser, type UserRow } from '../people/present.ts'

interface Named {
  id: string
  name: string
}

/** A person with what the list of users shows. */
export type ListedRow = UserRow & Pick<ListedUser, 'roles' | 'visits'>

/** A person in the list of users. */
export const presentListed = ({ roles, visits, ...row }: ListedRow): ListedUser => ({ ...presentUser(row), roles, visits })

/** A person with what the record's page shows. */
export interface DetailsRow extends UserRow {
  contact_name: string | null
  contact_phone: string | null
  channel: UserDetails['channel']
  note: string
  phone_verified_at: string | null
  email_verified_at: string | null
  has_password: boolean
  has_authenticator: boolean
  signs_in: boolean
  has_account: boolean
  sign_in: UserDetails['sign_in']
  erased_at: string | null
  merged_into: Named | null
  merged: UserDetails['merged']
  roles: Named[]
  sessions: UserDetails['sessions']
  ahead: UserDetails['ahead']
  mentor: UserDetails['mentor']
  managed: boolean
}

/** A person's details for staff, with what the caller may do. */
export function presentDetails({ managed, ...row }: DetailsRow, { person, language }: PersonScope): UserDetails {
  const no = (code: string, sentence: TextId) => ({ code, message: say(language, sentence) })
  const closed = row.merged_into
    ? no('record_closed', 'refused.recordMerged')
    : row.erased_at
      ? no('record_closed', 'refused.recordErased')
      : null
  const outranked = managed ? null : no('outranked', 'refused.recordOutranked')
  const edit = closed ?? outranked ?? true
  const own = row.id === person.id ? no('not_yourself', 'refused.recordIsYourOwn') : true
  const {
    contact_name,
    contact_phone,
    channel,
    note,
    phone_verified_at,
    email_verified_at,
    has_password,
    has_authenticator,
    signs_in,
    has_account,
    sign_in,
    erased_at,
    merged_into,
    merged,
    roles,
    sessions,
    ahead,
    mentor,
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
    signs_in,
    has_account,
    sign_in,
    erased_at,
    merged_into,
    merged,
    roles,
    sessions: sessions.map(({ id, device, created_at, last_used_at }) => ({ id, device, created_at, last_used_at })),
    ahead,
    mentor,
  }
  return { ...presentUser(row), ...more, can: { edit, end: edit === true ? own : edit } }
}
