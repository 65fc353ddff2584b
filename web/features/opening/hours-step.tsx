import { useQuery } from '@tanstack/react-query'
import { call, queryOptionsOf } from '../../lib/api.ts'
import { addDays, localDateOf, weekdayOf, type LocalDate } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DateField, TimeField } from '../../ui/date-field.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { checkSchedule } from '../schedules/check-schedule.ts'
import { noRepeat } from '../schedules/repeat-builder.ts'
import { emptyValues, zoneOf, type ScheduleOffer } from '../schedules/schedule-offer.ts'
import { toNewSchedule, type ScheduleValues } from '../schedules/schedule-values.ts'
import styles from './opening.module.css'

/** The first published hours, with the first of everything; the whole form is a link away. */
export function HoursStep() {
  const query = useQuery({ ...queryOptionsOf('GET /api/schedules/create'), enabled: can('Schedule Create'), staleTime: 0 })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={1} height="6rem" />}>
      {offer =>
        offer.support_types[0] && offer.places[0] && offer.mentors[0] ? <HoursForm offer={offer} /> : <p>{t('opening.hoursFirst')}</p>
      }
    </Loaded>
  )
}

function HoursForm({ offer }: { offer: ScheduleOffer }) {
  const keyFor = useIdempotencyKey()
  const place_id = offer.places[0]?.id ?? ''
  const zone = zoneOf(offer, place_id)
  const form = useForm<ScheduleValues & { weekly: boolean }>({
    initial: {
      ...emptyValues(offer),
      place_id,
      mentor_ids: offer.mentors.slice(0, 1).map(({ id }) => id),
      date: nextWorkday(localDateOf(Temporal.Now.instant(), zone)),
      starts_at: '09:00',
      ends_at: '12:00',
      publish: true,
      weekly: true,
    },
    at: { time_skipped: 'starts_at', time_repeated: 'starts_at' },
    check: values => checkSchedule(values, zone),
    submit: async ({ weekly, ...values }) => {
      const body = toNewSchedule({ ...values, repeat: weekly ? { ...noRepeat, how: 'weekly' } : noRepeat }, zone)
      if (body) await call('POST /api/schedules', { body, idempotencyKey: keyFor(body) })
    },
  })
  return (
    <FormFrame
      form={form}
      submit={t('opening.publish')}
      actions={<ButtonLink to={paths.scheduleCreate()}>{t('opening.moreChoices')}</ButtonLink>}
    >
      <div className={styles.row}>
        <DateField {...form.field('date')} label={t('scheduleForm.date')} />
        <TimeField {...form.field('starts_at')} label={t('scheduleForm.start')} />
        <TimeField {...form.field('ends_at')} label={t('scheduleForm.end')} />
      </div>
      <CheckField {...form.field('weekly')} label={t('opening.weekly', { weeks: noRepeat.count })} />
    </FormFrame>
  )
}

/** The first weekday from the day after tomorrow on: far enough ahead of any usual notice. */
function nextWorkday(today: LocalDate): LocalDate {
  const date = addDays(today, 2)
  return weekdayOf(date) > 5 ? addDays(date, 8 - weekdayOf(date)) : date
}
