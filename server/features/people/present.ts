import type { Selectable } from 'kysely'
import type { Login, User } from '#contract/people.ts'
import type { Database } from '#database/types.ts'

/** Where a photo is served from; null for a person without one. */
export const photoUrl = (photoId: string | null): string | null => (photoId === null ? null : `/api/photos/${photoId}`)

/** The columns of a `User`; never the password's hash. */
export const userColumns = [
  'id',
  'name',
  'phone',
  'email',
  'photo_id',
  'locale',
  'time_zone',
  'spoken_language',
  'needs_interpreter',
  'working_languages',
  'active',
  'revision',
  'created_at',
] as const
/** A person as the database has them. */
export type UserRow = Pick<Selectable<Database['users']>, (typeof userColumns)[number]>

/** A person as the API shows them to themselves and to staff. */
export function presentUser({ id, name, phone, email, photo_id, ...row }: UserRow): User {
  const { locale, time_zone, spoken_language, needs_interpreter, working_languages, active, revision, created_at } = row
  const languages = { locale, spoken_language, needs_interpreter, working_languages }
  return { id, name, phone, email, photo: photoUrl(photo_id), ...languages, time_zone, active, revision, created_at }
}

/** The combined rights of all of a person's roles. */
export interface RolesRow {
  abilities: string[]
  is_admin: boolean
  is_mentor: boolean
}

/** A person's identity and permissions: the response of login without its token. */
export function presentIdentity(user: UserRow, roles: RolesRow): Omit<Login, 'token'> {
  return { user: presentUser(user), access: { isAdmin: roles.is_admin, isMentor: roles.is_mentor }, abilities: roles.abilities }
}
