import { reassigningCalls } from '#contract/reassigning.ts'
import { gatewaysOf } from '../../platform/config.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import { holds } from '../../platform/scope.ts'
import { presentMentorName } from '../schedules/present.ts'
import { readSettingsRow } from '../site/queries.ts'
import { carryOut } from './commands.ts'
import { findDisruption, findUnrecorded } from './disruption-queries.ts'
import { proposeFor } from './queries.ts'

/** The appointments of a mentor who is ill, of a session or a place that fails: proposals, and what was decided. Planners decide here about other
 * people's appointments, so both abilities are needed. */
export function registerReassigning(app: App): void {
  handle(app, reassigningCalls, 'GET /api/reassigning', async ({ scope, query, platform: { db } }) => {
    if (!holds(scope, 'Appointment Edit')) return refuse('missing_ability')
    const settings = await readSettingsRow(db)
    const disruption = await findDisruption(db, scope, query, settings)
    if (disruption instanceof Refusal) return disruption
    const { mentor, mentors, place, span, date, time_zone } = disruption
    const [unrecorded, appointments] = await Promise.all([
      findUnrecorded(db, scope, disruption),
      proposeFor(db, scope, disruption, settings),
    ])
    return {
      about: {
        mentor: mentor && presentMentorName(mentor),
        mentors: mentors.map(presentMentorName),
        place,
        starts_at: span?.starts_at ?? null,
        ends_at: span?.ends_at ?? null,
        date,
        time_zone,
        can_record: unrecorded.length > 0,
      },
      appointments,
    }
  })

  handle(app, reassigningCalls, 'POST /api/reassigning', async ({ scope, body, platform: { db, settings } }) => {
    if (!holds(scope, 'Appointment Edit')) return refuse('missing_ability')
    const ids = body.decisions.map(({ appointment_id }) => appointment_id)
    if (new Set(ids).size < ids.length) return refuseField('decisions', 'contain an appointment twice')
    return carryOut(db, scope, body, gatewaysOf(settings))
  })
}
