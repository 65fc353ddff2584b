import { reassigningCalls } from '#contract/reassigning.ts'
import { done } from '../../platform/done.ts'
import { handle } from '../../platform/http/handle.ts'
import type { App } from '../../platform/http/platform.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import { holds } from '../../platform/scope.ts'
import { presentMentorName } from '../schedules/present.ts'
import { readSettingsRow } from '../site/queries.ts'
import { applyDecisions } from './commands.ts'
import { findDisruption, findUnrecordedAbsences } from './disruption-queries.ts'
import { findStarted, proposeDecisions } from './queries.ts'
import { undoReassigning } from './restore-commands.ts'

/**
 * Registers the calls for reassigning appointments that cannot take place. They change other people's
 * appointments, so planners need both abilities.
 */
export function registerReassigning(app: App): void {
  handle(app, reassigningCalls, 'GET /api/reassigning', async ({ scope, query, platform: { db } }) => {
    if (!holds(scope, 'Appointment Edit')) return refuse('missing_ability')
    const settings = await readSettingsRow(db)
    const disruption = await findDisruption(db, scope, query, settings)
    if (disruption instanceof Refusal) return disruption
    const { mentor, mentors, place, span, date, time_zone } = disruption
    const [unrecorded, appointments, started] = await Promise.all([
      findUnrecordedAbsences(db, scope, disruption),
      proposeDecisions(db, scope, disruption, settings),
      findStarted(db, scope, disruption),
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
      started,
    }
  })

  handle(app, reassigningCalls, 'POST /api/reassigning', async ({ scope, body, platform: { db, settings } }) => {
    if (!holds(scope, 'Appointment Edit')) return refuse('missing_ability')
    const ids = body.decisions.map(({ appointment_id }) => appointment_id)
    if (new Set(ids).size < ids.length) return refuseField('decisions', 'field.containAnAppointmentTwice')
    return applyDecisions(db, scope, body, settings)
  })

  handle(app, reassigningCalls, 'POST /api/reassigning/undo', async ({ scope, body, platform: { db } }) => {
    if (!holds(scope, 'Appointment Edit')) return refuse('missing_ability')
    return (await undoReassigning(db, scope, body.undo)) ?? done(scope, 'reassigningUndone')
  })
}
