import { sql } from 'kysely'
import type { AbilityName } from '#contract/abilities.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { holds, type Scope } from '../../../platform/scope.ts'
import { isOwnClient } from '../../mentor-access/queries.ts'

/** Abilities whose pages show people with their photos. */
const abilitiesThatShowPeople: readonly AbilityName[] = [
  'User List',
  'User Edit',
  'Appointment List',
  'Appointment Edit',
  'Appointment Create',
  'Role List',
  'RoleAssign List',
  'RoleAssign Edit',
]

interface VisiblePhoto {
  type: string
  bytes: Buffer
  /** Whether visitors see it too, because it is an active mentor's. */
  public: boolean
}

/**
 * The photo with this id, if the caller may see it: everyone sees an active mentor's
 * photo; others are visible to their owner, to staff with an ability that lists people, and to mentors of
 * that client. Undefined otherwise.
 */
export async function findVisiblePhoto(db: Connection, scope: Scope, id: string): Promise<VisiblePhoto | undefined> {
  const photo = await db
    .selectFrom('photos')
    .innerJoin('users', 'users.photo_id', 'photos.id')
    .select(['photos.type', 'photos.bytes', 'users.id as owner', sql<boolean>`is_active_mentor(users.id)`.as('public')])
    .where('photos.id', '=', id)
    .executeTakeFirst()
  if (!photo) return undefined
  const { owner, ...visible } = photo
  return visible.public || (await seesPhotoOf(db, scope, owner)) ? visible : undefined
}

async function seesPhotoOf(db: Connection, scope: Scope, owner: string): Promise<boolean> {
  if (scope.person === null) return false
  return scope.person.id === owner || abilitiesThatShowPeople.some(ability => holds(scope, ability)) || isOwnClient(db, scope, owner)
}
