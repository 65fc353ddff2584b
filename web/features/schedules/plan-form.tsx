import { useMediaQuery } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { CheckField } from '../../ui/fields.tsx'
import { toast } from '../../ui/toast.ts'
import { checkSchedule } from './check-schedule.ts'
import { ClashNotice } from './clash-notice.tsx'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { RepeatFields } from './repeat-fields.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { emptyValues, zoneOf, type ScheduleOffer } from './schedule-offer.ts'
import styles from './schedule-form.module.css'
import { toNewSchedule, type ScheduleValues } from './schedule-values.ts'
import { useDateDecisions } from './use-date-decisions.ts'
import { blockedDates, usePreview } from './use-preview.ts'

/** Plans one session or a series. The preview checks every date before anything is saved. */
export function PlanForm({ offer }: { offer: ScheduleOffer }) {
  const { form, state, decisions, zone } = usePlanning(offer)
  const { values, refusal } = form
  const clashes = refusal?.problem.clashes
  const { dates, applied } = decisions
  const count = dates ? dates.length - applied.skip_dates.length : (state.preview?.sessions.length ?? 1)
  const wide = useMediaQuery('(min-width: 60em)', true, { getInitialValueInEffect: false })
  const preview = <PreviewPanel state={state} decisions={decisions} values={values} zone={zone} />
  return (
    <div className={styles.columns}>
      <ScheduleForm
        form={form}
        offer={offer}
        submit={t(values.publish ? 'scheduleCreate.savePublish' : 'scheduleCreate.saveDraft', { count })}
        cancel={paths.schedules()}
        refused={clashes && <ClashNotice clashes={clashes} />}
        repeat={
          <RepeatFields value={values.repeat} first={values.date} error={form.errors.repeat} onChange={repeat => form.set({ repeat })} />
        }
      >
        <CheckField {...form.field('publish')} label={<PublishLabel />} />
        {!wide && preview}
      </ScheduleForm>
      {wide && <div className={styles.aside}>{preview}</div>}
    </div>
  )
}

const PublishLabel = () => (
  <>
    {t('scheduleForm.publish')} <span className="soft small">{t('scheduleForm.publishHint')}</span>
  </>
)

function usePlanning(offer: ScheduleOffer) {
  const keyFor = useIdempotencyKey()
  const navigate = useNavigate()
  const form = useForm<ScheduleValues>({
    initial: emptyValues(offer),
    at: { time_skipped: 'starts_at', time_repeated: 'starts_at' },
    check: values => ({ ...checkSchedule(values, zoneOf(offer, values.place_id)), ...blockedErrors(values) }),
    submit: async values => {
      const fields = toNewSchedule(values, zoneOf(offer, values.place_id))
      if (!fields) return
      const body = { ...fields, ...decisions.applied }
      try {
        const { created } = await call('POST /api/schedules', { body, idempotencyKey: keyFor(body) })
        toast(t('scheduleCreate.done', { count: created }), { type: 'success' })
      } catch (error) {
        // The situation has changed since the preview, which names the dates.
        void state.refetch()
        throw error
      }
      await navigate({ href: paths.schedules() })
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
      ...(busy > 0 && values.mentor_ids.length > 0 && { mentor_ids: t('roster.busy', { count: busy }) }),
    }
  }
  return { form, state, decisions, zone }
}
