import type { PageAddress } from '#contract/pages.ts'
import { useState, type FormEvent } from 'react'
import { afterStale, mergeEdits } from '../../lib/after-stale.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { toast } from '../../ui/toast.ts'
import { BookedNotice } from './booked-notice.tsx'
import { ChangeSeriesDialog } from './change-series-dialog.tsx'
import { checkSchedule } from './check-schedule.ts'
import { ClashNotice } from './clash-notice.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { zoneOf } from './schedule-offer.ts'
import { type ChangeOfSeries, seriesChangeOf } from './series-sessions.ts'
import { changesOf, valuesOf, type OpenedSchedule, type ScheduleFormState, type ScheduleValues } from './schedule-values.ts'
import { TravelAfterChange } from './travel-after-change.tsx'
import { undoChanging } from './undo-sessions.ts'

interface EditFormProps {
  opened: OpenedSchedule
  /** The revision of the next save; publishing raises it. */
  revision: number
  onRevision: (revision: number) => void
  /** Reports whether there are unsaved changes. */
  onDirty: (dirty: boolean) => void
}

/** Changes a planned session. A refusal names the obstacles, and the input is kept. */
export function EditForm({ opened, revision, onRevision, onDirty }: EditFormProps) {
  const [base, setBase] = useState(() => valuesOf(opened.schedule))
  const [asked, setAsked] = useState<ChangeOfSeries>()
  const { id } = opened.schedule
  const form: ScheduleFormState = useForm<ScheduleValues>({
    initial: base,
    at: { time_skipped: 'starts_at', time_repeated: 'starts_at' },
    check: values => checkSchedule(values, zoneOf(opened, values.place_id)),
    submit: async values => {
      const changes = changesOf(base, values, zoneOf(opened, values.place_id))
      if (Object.keys(changes).length === 0) return toast(t('scheduleForm.nothingChanged'))
      const saved = await call('PUT /api/schedules/{id}', { params: { id }, body: { ...changes, revision } })
      onRevision(saved.revision)
      setBase(values)
      onDirty(false)
      toastWithUndo(t('scheduleEdit.saved'), async () => {
        await undoChanging(saved.undo)
        const undone = await readNewest()
        form.rebase(undone, typed => mergeEdits(values, typed, undone))
        onDirty(form.isDirty())
      })
    },
  })
  const set: ScheduleFormState['set'] = change => {
    form.set(change)
    onDirty(JSON.stringify({ ...form.values, ...change }) !== JSON.stringify(base))
  }

  const zone = zoneOf(opened, form.values.place_id)
  const isComplete = !Object.values(checkSchedule(form.values, zone)).some(Boolean)

  const readNewest = async () => {
    const { schedule } = await call('GET /api/schedules/{id}/edit', { params: { id } })
    onRevision(schedule.revision)
    setBase(valuesOf(schedule))
    return valuesOf(schedule)
  }
  const { onKeep, onTake } = afterStale(form, readNewest)
  const keep = async () => {
    await onKeep()
    onDirty(form.isDirty())
  }
  const take = async () => {
    await onTake()
    onDirty(false)
  }

  /** A change that other sessions of the series could share asks which ones. */
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const change = isComplete && opened.others_in_series > 0 ? seriesChangeOf(base, form.values, zone) : {}
    if (Object.keys(change).length === 0) return form.onSubmit(event)
    event.preventDefault()
    setAsked(change)
  }

  return (
    <>
      <ScheduleForm
        form={{ ...form, set, onSubmit, field: name => ({ ...form.field(name), onChange: value => set({ [name]: value }) }) }}
        offer={opened}
        submit={t('scheduleForm.save')}
        stale={{ onKeep: keep, onTake: take }}
        refused={noticeOf(form.refusal, zoneOf(opened, base.place_id), paths.planner({ date: base.date, open: id }))}
      >
        {opened.clients_ahead > 0 && form.values.meeting_url.trim() !== base.meeting_url && (
          <Notice kind="warning">
            <p>{t('scheduleForm.linkTells', { count: opened.clients_ahead })}</p>
          </Notice>
        )}
        <TravelAfterChange id={id} change={isComplete ? changesOf(base, form.values, zone) : {}} />
      </ScheduleForm>
      {asked && (
        <ChangeSeriesDialog
          schedule={opened.schedule}
          change={asked}
          onThis={() => {
            setAsked(undefined)
            form.submitWith({})
          }}
          onChanged={() => {
            setAsked(undefined)
            void take()
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

/** Notice of a refusal that names clashing sessions or booked times. */
function noticeOf(refusal: ScheduleFormState['refusal'], zone: string, planner: PageAddress) {
  if (refusal?.problem.clashes) return <ClashNotice clashes={refusal.problem.clashes} />
  if (!refusal?.problem.booked) return null
  return (
    <BookedNotice booked={refusal.problem.booked} zone={zone}>
      {can('Schedule List') && (
        <p>
          <Link to={planner}>{t('scheduleEdit.moveWithClients')}</Link>
        </p>
      )}
    </BookedNotice>
  )
}
