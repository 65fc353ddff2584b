import type { NewPlace, PlaceChange } from '#contract/places.ts'
import { isZone } from '#domain/time/zone.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { notifyOfPlaceChange } from '../messages/place-changes/commands.ts'
import { decideWithSessions, deriveInZone } from '../schedules/zone/commands.ts'
import { placeProblems } from './policy.ts'

/** Adds a place. Refused: what makes no place (422 by field), a name that another one has (`name_taken`). */
export async function createPlace(db: Connection, scope: Scope, wish: NewPlace): Promise<{ id: string } | Refusal> {
  const problems = placeProblems(wish, isZone(wish.time_zone))
  if (problems) return problems
  return db.transaction().execute(async trx => {
    const created = await trx
      .insertInto('places')
      .values(wish)
      .onConflict(conflict => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) return refuse('name_taken')
    await recordAudit(trx, scope, { action: 'created', subject: 'place', subjectId: created.id, after: wish })
    return created
  })
}

/** How many sessions got new instants, and how many clients a message was queued for. */
interface Changed {
  moved: number
  told: number
}

/**
 * Changes what is named. Sessions get new instants where the time zone changes (see `deriveInZone`); booked clients are told of another name, address or link. Refused: a stale
 * revision, what makes no place (422 by field), a name that another one has (`name_taken`), and what `deriveInZone` refuses.
 */
export async function changePlace(db: Connection, scope: Scope, id: string, change: PlaceChange): Promise<Changed | Refusal> {
  const { revision, ...fields } = change
  try {
    return await decideWithSessions(db, async trx => {
      // The strongest lock: plans that have read the zone are waited for, and new ones wait.
      const standing = await trx.selectFrom('places').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      if (!standing) return refuse('not_found')
      if (revision !== undefined && revision !== standing.revision) return refuse('stale')
      const wish = { ...standing, ...fields }
      const isOtherZone = wish.time_zone !== standing.time_zone
      const problems = placeProblems(wish, !isOtherZone || isZone(wish.time_zone))
      if (problems) return problems
      const names = Object.keys(fields).filter(name => wish[name as keyof typeof fields] !== standing[name as keyof typeof fields])
      if (names.length === 0) return { moved: 0, told: 0 }
      const derived = isOtherZone ? await deriveInZone(trx, scope, standing, wish.time_zone) : { moved: 0 }
      if (derived instanceof Refusal) return derived
      const pick = (from: object) => Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
      await trx.updateTable('places').set(pick(fields)).where('id', '=', id).execute()
      await recordAudit(trx, scope, { action: 'changed', subject: 'place', subjectId: id, before: pick(standing), after: pick(wish) })
      const shown = names.filter(name => ['name', 'address', 'kind', 'meeting_url'].includes(name))
      const onlyLink = shown.every(name => name === 'meeting_url')
      const told = shown.length > 0 ? await notifyOfPlaceChange(trx, scope, { placeId: id, onlyLink }) : 0
      return { ...derived, told }
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'places_name_key') return refuse('name_taken')
    throw error
  }
}

/** Stops planning at a place, or begins again. What is planned and booked stays. Refused: a stale revision. */
export function setPlaceActive(db: Connection, scope: Scope, id: string, active: boolean, revision?: number): Promise<Refusal | null> {
  return db.transaction().execute(async trx => {
    const standing = await trx.selectFrom('places').select(['active', 'revision']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!standing) return refuse('not_found')
    if (revision !== undefined && revision !== standing.revision) return refuse('stale')
    if (standing.active === active) return null
    await trx.updateTable('places').set({ active }).where('id', '=', id).execute()
    await recordAudit(trx, scope, { action: active ? 'reactivated' : 'retired', subject: 'place', subjectId: id })
    return null
  })
}
