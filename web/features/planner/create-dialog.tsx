import { useQuery } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import type { LocalDate } from '#domain/time/local-date.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { checkSchedule } from '../schedules/check-schedule.ts'
import { ClashNotice } from '../schedules/clash-notice.tsx'
import { formatClash } from '../schedules/format-clash.ts'
import { WarningsNotice } from '../schedules/plan-warnings.tsx'
import { ScheduleForm } from '../schedules/schedule-form.tsx'
import { emptyValues, lengthFor, scheduleOfferQuery, zoneOf, type ScheduleOffer } from '../schedules/schedule-offer.ts'
import { toNewSchedule, type ScheduleValues } from '../schedules/schedule-values.ts'
import { usePreview } from '../schedules/use-preview.ts'
import type { Target } from './change-times.ts'
import type { BoardBy } from './layout-board.ts'
import { clockOf, dateOf, localAt } from './local-times.ts'
import { toastPlanned } from './undo.ts'

interface CreateDialogProps {
  target: Target
  by: BoardBy
  onClose: () => void
  onShow: (ids: readonly string[], day: LocalDate) => void
}

/** The form of a new session, filled with the range that was chosen on the board. */
export function CreateDialog(props: CreateDialogProps) {
  const query = useQuery(scheduleOfferQuery)
  return (
    <Dialog title={t('planner.new')} onClose={props.onClose}>
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="4rem" />}>
        {offer => <CreateForm offer={offer} {...props} />}
      </Loaded>
    </Dialog>
  )
}

/** The chosen range, and what suits its mentor. */
function valuesFor(offer: ScheduleOffer, { trackId, date, from, to }: Target, by: BoardBy): ScheduleValues {
  const empty = emptyValues(offer)
  const times = { date, starts_at: clockOf(localAt(date, from)), ends_at: clockOf(localAt(date, to)) }
  if (by === 'place') return { ...empty, ...times, ...(offer.places.some(({ id }) => id === trackId) && { place_id: trackId }) }
  const mentor = offer.mentors.find(({ id }) => id === trackId)
  if (!mentor) return { ...empty, ...times }
  const fits = mentor.support_type_ids.includes(empty.support_type_id)
  const type = offer.support_types.find(({ id }) => mentor.support_type_ids.includes(id))
  const suited = fits || !type ? {} : { support_type_id: type.id, ...lengthFor(type, false) }
  return { ...empty, ...times, ...suited, mentor_ids: [mentor.id] }
}

function CreateForm({ offer, target, by, onClose, onShow }: CreateDialogProps & { offer: ScheduleOffer }) {
  const keyFor = useIdempotencyKey()
  const asDraft = useRef(false)
  const form = useForm<ScheduleValues>({
    initial: valuesFor(offer, target, by),
    at: { time_skipped: 'starts_at', time_repeated: 'starts_at' },
    check: values => checkSchedule(values, zoneOf(offer, values.place_id)),
    submit: async values => {
      const fields = toNewSchedule({ ...values, publish: !asDraft.current }, zoneOf(offer, values.place_id))
      if (!fields) return
      const made = await call('POST /api/schedules', { body: fields, idempotencyKey: keyFor(fields) })
      toastPlanned(t(asDraft.current ? 'scheduleCreate.doneDraft' : 'scheduleCreate.done', { count: made.created }), [made])
      onClose()
      onShow([made.id], dateOf(values.date))
    },
  })
  const zone = zoneOf(offer, form.values.place_id)
  const fields = toNewSchedule(form.values, zone)
  const { preview, current } = usePreview(fields && { ...fields, skip_dates: [], chosen_times: [] })
  const session = current ? preview?.sessions[0] : undefined
  const { clashes = [], busy_mentors = [] } = session ?? {}
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    asDraft.current = submitter instanceof HTMLButtonElement && submitter.value === 'draft'
    form.onSubmit(event)
  }
  return (
    <ScheduleForm
      form={{ ...form, onSubmit }}
      offer={offer}
      submit={t('scheduleCreate.publish', { count: 1 })}
      actions={
        <Button type="submit" value="draft" busy={form.busy}>
          {t('scheduleCreate.saveDraft', { count: 1 })}
        </Button>
      }
      cancel={onClose}
      refused={form.refusal?.problem.clashes && <ClashNotice clashes={form.refusal.problem.clashes} />}
    >
      <div role="status">
        {clashes.length > 0 && (
          <Notice kind="warning">
            {[...new Set(clashes.map(formatClash))].map(sentence => (
              <p key={sentence}>{sentence}</p>
            ))}
          </Notice>
        )}
        <WarningsNotice {...session} />
        {preview && current && clashes.length + busy_mentors.length === 0 && <p className="soft small">{t('preview.allFree')}</p>}
      </div>
    </ScheduleForm>
  )
}
