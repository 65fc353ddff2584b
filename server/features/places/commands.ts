import type { NewPlace, PlaceChange } from '#contract/places.ts'
import { type Zone, isZone } from '#domain/time/zone.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { isHolidayRegion } from '../holidays/queries.ts'
import { notifyOfPlaceChange } from '../place-changes/commands.ts'
import { placeProblems } from './policy.ts'

/** Adds a place. Refusals: invalid fields (422), `name_taken`. */
export async function createPlace(db: Connection, scope: Scope, input: NewPlace): Promise<{ id: string } | Refusal> {
  const problems = placeProblems(input, { zoneKnown: isZone(input.time_zone), regionKnown: await isKnownRegion(input) })
  if (problems) return problems
  return db.transaction().execute(async trx => {
    const created = await trx
      .insertInto('places')
      .values(input)
      .onConflict(conflict => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) return refuse('name_taken')
    await recordAudit(trx, scope, { action: 'created', subject: 'place', subjectId: created.id, after: input })
    return created
  })
}

/** Without a region, no holidays count. */
const isKnownRegion = async ({ holiday_region: region = null }: Pick<PlaceChange, 'holiday_region'>) =>
  region === null || (await isHolidayRegion(region))

interface ChangedPlace {
  /** Number of sessions with new instants. */
  moved: number
  /** Number of clients who get a message. */
  told: number
}

/**
 * Recomputes the instants of a place's sessions in its new zone, within the transaction that changes the
 * place. The schedules feature implements it; server/features.ts passes it in, because places must not
 * import schedules.
 */
export type MoveSessions = (
  trx: Connection,
  scope: Scope,
  place: { id: string; time_zone: string },
  zone: Zone,
) => Promise<{ moved: number } | Refusal>

/**
 * Changes the given fields of a place. A new time zone recomputes its sessions; booked clients get a
 * message about a new name, address or link. Refusals: a stale revision, invalid fields (422),
 * `name_taken`, and those of `moveSessions`.
 */
export async function changePlace(
  db: Connection,
  scope: Scope,
  id: string,
  change: PlaceChange,
  moveSessions: MoveSessions,
): Promise<ChangedPlace | Refusal> {
  const { revision, ...fields } = change
  const isKnown = await isKnownRegion(change)
  try {
    return await decideInTransaction(db, async trx => {
      // FOR UPDATE waits for plans that have read the zone, and blocks new ones.
      const current = await trx.selectFrom('places').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
      if (!current) return refuse('not_found')
      if (revision !== undefined && revision !== current.revision) return refuse('stale')
      const input = { ...current, ...fields }
      const isOtherZone = input.time_zone !== current.time_zone
      const problems = placeProblems(input, {
        zoneKnown: !isOtherZone || isZone(input.time_zone),
        regionKnown: isKnown || input.holiday_region === current.holiday_region,
      })
      if (problems) return problems
      const names = Object.keys(fields).filter(name => input[name as keyof typeof fields] !== current[name as keyof typeof fields])
      if (names.length === 0) return { moved: 0, told: 0 }
      const derived = isOtherZone ? await moveSessions(trx, scope, current, input.time_zone) : { moved: 0 }
      if (derived instanceof Refusal) return derived
      const pick = (from: object) => Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
      await trx.updateTable('places').set(pick(fields)).where('id', '=', id).execute()
      await recordAudit(trx, scope, { action: 'changed', subject: 'place', subjectId: id, before: pick(current), after: pick(input) })
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

/** Retires or reactivates a place. Existing sessions and appointments stay. Refusal: a stale revision. */
export function setPlaceActive(db: Connection, scope: Scope, id: string, active: boolean, revision?: number): Promise<Refusal | null> {
  return db.transaction().execute(async trx => {
    const current = await trx.selectFrom('places').select(['active', 'revision']).where('id', '=', id).forUpdate().executeTakeFirst()
    if (!current) return refuse('not_found')
    if (revision !== undefined && revision !== current.revision) return refuse('stale')
    if (current.active === active) return null
    await trx.updateTable('places').set({ active }).where('id', '=', id).execute()
    await recordAudit(trx, scope, { action: active ? 'reactivated' : 'retired', subject: 'place', subjectId: id })
    return null
  })
}
