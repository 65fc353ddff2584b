import { type Transaction } from 'kysely'
import { standardRoles } from '#domain/people/standard-roles.ts'
import type { Database } from '../types.ts'
import type { DemoClient } from './clients.ts'
import { day, type DemoDay, hour, instantText } from './demo-day.ts'
import { demoLogins } from './demo-logins.ts'
import { demoId } from './identity.ts'
import { insertRows } from './insert-rows.ts'
import { type DemoMentor, type MentorKey, mentors } from './mentors.ts'
import { supportTypes, type SupportTypeKey } from './organisation.ts'
import { drawPortrait } from './portrait.ts'
import { staff } from './staff.ts'

/** The ids that the other parts of the demo need. */
export interface DemoIds {
  staff: Record<keyof typeof staff, string>
  mentors: Record<MentorKey, string>
  supportTypes: Record<SupportTypeKey, string>
}

const mapKeys = <Key extends string, Value>(record: Record<Key, unknown>, value: (key: Key) => Value) =>
  Object.fromEntries(Object.keys(record).map(key => [key, value(key as Key)])) as Record<Key, Value>

/** The ids of staff, mentors and support types, which depend on the demo's date alone. */
export function demoIds({ start }: DemoDay): DemoIds {
  return {
    staff: mapKeys(staff, key => demoId('staff', key, start - 720 * day)),
    mentors: mapKeys(mentors, key => demoId('mentor', key, start - 600 * day)),
    supportTypes: mapKeys(supportTypes, key => demoId('support type', key, start - 715 * day)),
  }
}

/** The part of the staff's and mentors' ids that is equal in every demo: everything after the time. */
export const demoSuffixes = (): string[] =>
  [...Object.keys(staff).map(key => demoId('staff', key, 0)), ...Object.keys(mentors).map(key => demoId('mentor', key, 0))].map(id =>
    id.slice(14),
  )

/** Writes all people with their roles. `passwordHash` is for the people with a demo login. */
export async function writePeople(
  trx: Transaction<Database>,
  { clients, ids, passwordHash, today }: { clients: readonly DemoClient[]; ids: DemoIds; passwordHash: string; today: DemoDay },
): Promise<void> {
  const canLogIn = new Set<string | null>(demoLogins.map(({ phone }) => phone.replaceAll(' ', '')))
  const passwordOf = (phone: string | null) => (canLogIn.has(phone) ? passwordHash : null)
  const opened = today.start - 720 * day
  const profiles = Object.entries<DemoMentor>(mentors).map(([key, mentor]) => ({
    ...mentor,
    id: ids.mentors[key as MentorKey],
    photo_id: demoId('photo', key, today.start - 600 * day),
  }))
  await trx
    .insertInto('photos')
    .values(
      profiles.map(({ photo_id, look }) => ({
        id: photo_id,
        type: 'image/svg+xml' as const,
        bytes: Buffer.from(drawPortrait(look)),
        created_at: instantText(opened),
      })),
    )
    .execute()
  await insertRows(trx, 'users', [
    ...Object.entries(staff).map(([key, { name, phone, email }]) => ({
      ...blankPerson,
      id: ids.staff[key as keyof typeof staff],
      name,
      phone,
      email,
      password_hash: passwordOf(phone),
      phone_verified_at: instantText(opened),
      created_at: instantText(opened),
    })),
    ...profiles.map(({ id, name, phone, photo_id, time_zone, languages }) => ({
      ...blankPerson,
      id,
      name,
      phone,
      photo_id,
      time_zone,
      working_languages: [...languages],
      password_hash: passwordOf(phone),
      phone_verified_at: instantText(opened + 3 * hour),
      created_at: instantText(opened + 3 * hour),
    })),
    ...clients.map(({ joinedAt, comes: _, ...client }) => ({
      ...blankPerson,
      ...client,
      needs_interpreter: client.spoken_language !== null,
      password_hash: passwordOf(client.phone),
      phone_verified_at: client.phone === null ? null : instantText(joinedAt),
      created_at: instantText(joinedAt),
    })),
  ])
  await writeRoles(trx, ids, opened)
  await insertRows(
    trx,
    'mentor_profiles',
    profiles.map(({ id, bio }) => ({ user_id: id, bio })),
  )
  await insertRows(
    trx,
    'mentor_support_types',
    profiles.flatMap(({ id, helpsWith }) => helpsWith.map(type => ({ user_id: id, support_type_id: ids.supportTypes[type] }))),
  )
}

/** Every column that the demo writes; rows of one statement have the same ones. */
const blankPerson = {
  phone: null,
  contact_name: null,
  contact_phone: null,
  email: null,
  photo_id: null,
  channel: 'sms' as const,
  time_zone: 'Europe/London',
  spoken_language: null,
  needs_interpreter: false,
  working_languages: [],
}

async function writeRoles(trx: Transaction<Database>, ids: DemoIds, opened: number): Promise<void> {
  const roleIds = mapKeys(standardRoles, key => demoId('role', key, opened))
  await insertRows(
    trx,
    'roles',
    Object.entries(standardRoles).map(([key, role]) => ({
      id: roleIds[key as keyof typeof standardRoles],
      ...role,
      created_at: instantText(opened),
    })),
  )
  const given = (user_id: string, role: keyof typeof standardRoles) => ({
    user_id,
    role_id: roleIds[role],
    assigned_by: ids.staff.administrator,
    assigned_at: instantText(opened),
  })
  await insertRows(trx, 'role_assignments', [
    ...Object.entries(staff).map(([key, { role }]) => given(ids.staff[key as keyof typeof staff], role)),
    ...Object.values(ids.mentors).map(id => given(id, 'mentor')),
  ])
}
