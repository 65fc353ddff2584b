import type { Planner, PlannerSession } from '#contract/planner.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { useState } from 'react'
import { afterStale } from '../../lib/after-stale.ts'
import { call, queryKeyOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { Notice } from '../../ui/notice.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { BookedNotice } from '../schedules/booked-notice.tsx'
import { checkTimes } from '../schedules/check-schedule.ts'
import { ClashNotice } from '../schedules/clash-notice.tsx'
import { endLocal, momentsOf, resolveTimes, startLocal, whichOf, type Times } from '../schedules/schedule-values.ts'
import { undoChanging } from '../schedules/undo-sessions.ts'
import { useChangePreview } from '../schedules/use-change-preview.ts'
import { WhenFields } from '../schedules/when-fields.tsx'
import { ChangePreview } from './change-preview.tsx'
import type { NewTimes } from './change-times.ts'
import { clockOf, dateOf } from './local-times.ts'
import type { Lookup } from './lookup.ts'
import styles from './planner.module.css'

interface ChangeDialogProps {
  /** The session when the change began. */
  session: PlannerSession
  /** The same as it is now; undefined when it is gone. */
  newest: PlannerSession | undefined
  times: NewTimes
  planner: Planner
  lookup: Lookup
  onClose: () => void
  onShow: (ids: readonly string[], day: LocalDate) => void
}

type ChangeValues = Times & { place_id: string; mentor_ids: string }

/** The values of a session at these times; one that has not moved keeps which of a repeated time it means. */
const valuesOf = ({ starts_local, ends_local, mentor_ids, place_id }: NewTimes, session: PlannerSession, zone: string): ChangeValues => ({
  date: dateOf(starts_local),
  starts_at: clockOf(starts_local),
  ends_at: clockOf(ends_local),
  starts_which: whichOf(starts_local, Temporal.Instant.from(session.starts_at), zone),
  ends_which: whichOf(ends_local, Temporal.Instant.from(session.ends_at), zone),
  place_id,
  mentor_ids: mentor_ids.join(),
})

/** The fields that a move changes; null while they are incomplete. */
function bodyOf(values: ChangeValues, zone: string) {
  const moments = momentsOf(values, zone)
  return moments && { ...moments, place_id: values.place_id, mentor_ids: values.mentor_ids.split(',') }
}

/** Moves or resizes a session, after a preview of conflicts and of the clients who would lose their time. */
export function ChangeDialog({ session: begun, newest, times, planner, lookup, onClose, onShow }: ChangeDialogProps) {
  // Not the newest one: it changes only with a notice.
  const [session, setSession] = useState(begun)
  const form = useForm({
    initial: valuesOf(times, begun, zoneOf(times.place_id)),
    at: { time_skipped: 'starts_at', time_repeated: 'starts_at', bad_transition: 'starts_at' },
    check: values => checkTimes(values, resolveTimes(values, zoneOf(values.place_id))),
    submit: async values => {
      const { id, revision } = session
      const body = { ...bodyOf(values, zoneOf(values.place_id)), move_clients, revision }
      const saved = await call('PUT /api/schedules/{id}', { params: { id }, body }).catch((error: unknown) => {
        // The situation has changed since the preview.
        void preview.refetch()
        throw error
      })
      toastWithUndo(t('planner.changed', { moved: move_clients.length }), () => undoChanging(saved.undo))
      onClose()
      onShow([id], dateOf(timesOf(values).starts_local))
    },
  })
  const after = timesOf(form.values)
  const zone = zoneOf(form.values.place_id)
  const isComplete = !Object.values(checkTimes(form.values, resolveTimes(form.values, zone))).some(Boolean)
  const preview = useChangePreview(session.id, isComplete ? bodyOf(form.values, zone) : null)
  // Only clients who are listed at this moment: the server moves no other.
  const move_clients = (preview.current && preview.data?.moving.map(({ appointment_id }) => appointment_id)) || []
  const takeNewest = async () => {
    await queryClient.refetchQueries({ queryKey: queryKeyOf('GET /api/planner') })
    const read = queryClient.getQueriesData<Planner>({ queryKey: queryKeyOf('GET /api/planner') })
    const found = read.flatMap(([, data]) => data?.sessions ?? []).find(({ id }) => id === session.id)
    setSession(found ?? newest ?? session)
    return found ?? newest ?? session
  }
  const asItIs = (shown: PlannerSession) => valuesOf(shown, shown, zoneOf(shown.place_id))
  const { clashes, booked } = form.refusal?.problem ?? {}
  return (
    <Dialog title={t('planner.changeTitle', { what: lookup.typeOf(session) })} onClose={onClose}>
      <FormFrame
        form={form}
        submit={move_clients.length > 0 ? t('planner.saveMoving', { count: move_clients.length }) : t('planner.saveChange')}
        cancel={onClose}
        takesFocus
        stale={afterStale(form, async () => asItIs(await takeNewest()), asItIs(session))}
        refused={clashes ? <ClashNotice clashes={clashes} /> : booked && <BookedNotice booked={booked} zone={zoneOf(session.place_id)} />}
      >
        <WhenFields form={form} zone={zone} />
        <div className={styles.row}>
          <SelectField {...form.field('mentor_ids')} label={t('schedules.mentor')} options={mentorOptions()} />
          <SelectField {...form.field('place_id')} label={t('schedules.place')} options={namedOptions(planner.places)} />
        </div>
        {newest && newest.revision !== session.revision && !form.busy && (
          <Notice kind="warning">
            <p>{t('planner.stale')}</p>
          </Notice>
        )}
        {isComplete && <ChangePreview session={session} after={after} preview={preview} zone={zoneOf(session.place_id)} lookup={lookup} />}
      </FormFrame>
    </Dialog>
  )

  function zoneOf(placeId: string): string {
    return planner.places.find(({ id }) => id === placeId)?.time_zone ?? planner.time_zone
  }
  /** One mentor of all; of several in a session, those before and after the move. */
  function mentorOptions() {
    const several = [session.mentor_ids, times.mentor_ids].filter(ids => ids.length > 1)
    if (session.mentor_ids.length === 1) return namedOptions(planner.mentors)
    return [...new Map(several.map(ids => [ids.join(), { value: ids.join(), label: lookup.mentorsOf({ mentor_ids: [...ids] }) }])).values()]
  }
}

const timesOf = (values: ChangeValues): NewTimes => ({
  starts_local: startLocal(values),
  ends_local: endLocal(values),
  place_id: values.place_id,
  mentor_ids: values.mentor_ids.split(','),
})
