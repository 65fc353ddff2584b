import type pg from 'pg'
import { countBrokenPromises } from '../../database/promises.ts'
import { holds, type Target } from './report.ts'

/** Besides what holds in every database (database/promises.ts): where nothing was old enough to be deleted. */
const brokenWhileYoung = {
  'appointments without their history': `SELECT count(*) FROM appointments a WHERE NOT EXISTS (SELECT 1 FROM audit x WHERE x.subject = 'appointment' AND x.subject_id = a.id)`,
}

/**
 * What the product's own changes must not leave; rows that were written behind its triggers' back, like a demo's
 * past, need not keep it.
 */
const brokenSince = {
  'appointments whose history tells more or less than their changes': `SELECT count(*) FROM appointments a
    WHERE a.created_at >= $1 AND a.revision <> (SELECT count(*) FROM audit x WHERE x.subject = 'appointment' AND x.subject_id = a.id)`,
  'appointments without their message': `SELECT count(*) FROM appointments a
    WHERE a.created_at >= $1 AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.appointment_id = a.id)`,
}

/**
 * Counts what must not be there, as targets of zero. `since`: from when on appointments were made by the product
 * itself.
 */
export async function countBroken(client: pg.Client, since?: Date): Promise<Target[]> {
  const targets = (await countBrokenPromises(client)).map(({ what, count }): Target => ({ what, value: count, atMost: 0, unit: '' }))
  const count = async (queries: Record<string, string>, values: unknown[]) => {
    for (const [what, query] of Object.entries(queries)) {
      const { rows } = await client.query<{ count: string }>(query, values)
      targets.push({ what, value: Number(rows[0]?.count), atMost: 0, unit: '' })
    }
  }
  await count(brokenWhileYoung, [])
  if (since) await count(brokenSince, [since])
  return targets
}

/** Throws where a promise is broken; overlaps were refused besides when the constraints were built again. */
export async function checkPromises(client: pg.Client): Promise<void> {
  for (const target of await countBroken(client)) {
    if (!holds(target)) throw new Error(`${target.value} ${target.what}`)
  }
}
