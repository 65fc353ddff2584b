import { useNavigate } from '@tanstack/react-router'
import { useRef, type FormEvent } from 'react'
import type { Schedule } from '#contract/schedules.ts'
import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { toastPlanned } from '../planner/undo.ts'
import { checkSchedule } from './check-schedule.ts'
import { ClashNotice } from './clash-notice.tsx'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { emptyValues, zoneOf, type ScheduleOffer } from './schedule-offer.ts'
import styles from './schedule-form.module.css'
import type { SeriesExtension } from './extend-series.ts'
import { toNewSchedule, type ScheduleValues } from './schedule-values.ts'
import { useDateDecisions } from './use-date-decisions.ts'
import { blockedDates, usePreview } from './use-preview.ts'
import { useWide } from '../../ui/use-wide.ts'

interface PlanFormProps {
  offer: ScheduleOffer
  /** For a series that goes on: one of its sessions, and the proposed continuation. */
  extension?: SeriesExtension | undefined
}

/** Plans one session or a series. The preview checks every date before anything is saved. */
export function PlanForm({ offer, extension }: PlanFormProps) {
  const { form, state, decisions, zone } = usePlanning(offer, extension)
  const { values, refusal } = form
  const clashes = refusal?.problem.clashes
  const { dates, applied } = decisions
  const count = dates ? dates.length - applied.skip_dates.length : (state.preview?.sessions.length ?? 1)
  const wide = useWide(60)
  const preview = <PreviewPanel state={state} decisions={decisions} values={values} zone={zone} />
  return (
    <div className={styles.columns}>
      <ScheduleForm
        form={form}
        offer={offer}
        submit={t('scheduleCreate.publish', { count })}
        actions={
          <Button type="submit" value="draft" busy={form.busy}>
            {t('scheduleCreate.saveDraft', { count })}
          </Button>
        }
        cancel={paths.schedules()}
        refused={clashes && <ClashNotice clashes={clashes} />}
        repeat={
          <RepeatFields value={values.repeat} first={values.date} error={form.errors.repeat} onChange={repeat => form.set({ repeat })} />
        }
      >
        <p className="soft small">{t('scheduleCreate.draftHint')}</p>
        {!wide && preview}
      </ScheduleForm>
      {wide && <div className={styles.aside}>{preview}</div>}
    </div>
  )
}

/** The list from the day of the first new session on, which it highlights. */
const listFrom = ({ id, starts_at, time_zone }: Pick<Schedule, 'id' | 'starts_at' | 'time_zone'>) =>
  paths.schedules({ from: localDateOf(Temporal.Instant.from(starts_at), time_zone), shown: id })

function usePlanning(offer: ScheduleOffer, extension: SeriesExtension | undefined) {
  const keyFor = useIdempotencyKey()
  const navigate = useNavigate()
  const asDraft = useRef(false)
  const form = useForm<ScheduleValues>({
    initial: extension?.values ?? emptyValues(offer),
    at: { time_skipped: 'starts_at', time_repeated: 'starts_at' },
    check: values => ({ ...checkSchedule(values, zoneOf(offer, values.place_id)), ...blockedErrors(values) }),
    submit: async values => {
      const fields = toNewSchedule({ ...values, publish: !asDraft.current }, zoneOf(offer, values.place_id))
      if (!fields) return
      const body = { ...fields, ...decisions.applied, ...(extension && { series_of: extension.seriesOf }) }
      let made
      try {
        made = await call('POST /api/schedules', { body, idempotencyKey: keyFor(body) })
      } catch (error) {
        // The situation has changed since the preview, which names the dates.
        void state.refetch()
        throw error
      }
      const href = listFrom(made)
      const text = t(asDraft.current ? 'scheduleCreate.doneDraft' : 'scheduleCreate.done', { count: made.created })
      toastPlanned(text, made.planned)
      await navigate({ href })
    },
  })
  const zone = zoneOf(offer, form.values.place_id)
  const decisions = useDateDecisions(form, zone)
  const fields = toNewSchedule(form.values, zone)
  const state = usePreview(fields && { ...fields, ...decisions.applied })
  const blocked = state.preview && state.current ? blockedDates(state.preview) : []

  /** Errors that the preview of the same values already shows. */
  function blockedErrors(values: ScheduleValues) {
    const busy = blocked.filter(({ clashes }) => clashes.length > 0).length
    const undecided = decisions.dates ? blocked.filter(({ problem }) => problem !== null).length : 0
    return {
      ...(undecided > 0 && { starts_at: t('preview.undecided', { count: undecided }) }),
      ...(busy > 0 && values.mentor_ids.length > 0 && { mentor_ids: t('roster.clashes', { count: busy }) }),
    }
  }
  /** The pressed button decides, at every attempt. */
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    asDraft.current = submitter instanceof HTMLButtonElement && submitter.value === 'draft'
    form.onSubmit(event)
  }
  return { form: { ...form, onSubmit }, state, decisions, zone }
}
