import type { Appointment } from '#contract/appointments.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { formatMoney } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Agreements } from '../../ui/agreements.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Questions } from '../booking/questions.tsx'
import { invalidateAppointments } from '../appointments/set-status.ts'
import { toOfferedSession, type SlotChoice } from '../appointments/slot-choice.ts'
import { SlotFields } from '../appointments/slot-fields.tsx'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import type { BookForFormState, BookForValues } from './book-for-values.ts'
import styles from './desk-booking.module.css'
import { BookingLimitsNotice } from './booking-limits-notice.tsx'
import { WhoFields } from './who-fields.tsx'

interface BookForFormProps {
  opened: ResponseBody<'GET /api/appointments/create'>
  /** The session to begin with; none: the first support type, and any session. */
  scheduleId?: string
  onBooked: (appointment: Appointment) => void
}

/** Books for a client who phones or is at the desk. */
export function BookForForm({ opened, scheduleId = '', onBooked }: BookForFormProps) {
  const [params] = useSearchParams<'appointmentCreate'>()
  const keyFor = useIdempotencyKey()
  const form: BookForFormState = useForm<BookForValues>({
    initial: {
      person: opened.client?.user ?? null,
      isNew: false,
      'new_client.name': '',
      'new_client.phone': '',
      slot: {
        support_type: opened.schedule?.support_type_id ?? opened.support_types[0]?.id ?? '',
        from: '',
        schedule_id: scheduleId,
        starts_at: isFree(opened, params.starts_at, params.mentor) ? (params.starts_at ?? '') : '',
        mentor: severalMentors(opened) ? (params.mentor ?? '') : '',
      },
      questions: [''],
      accepted: [],
    },
    at: { phone_taken: 'new_client.phone' },
    check: values => ({
      ...(!values.isNew && !values.person && { person: t('bookFor.whoMissing') }),
      ...(values.isNew && !values['new_client.name'].trim() && { 'new_client.name': t('bookFor.nameMissing') }),
      ...(!values.slot.starts_at && { slot: t('bookFor.timeMissing') }),
      ...(missing(values).length > 0 && { accepted: t('bookFor.contractsMissing') }),
    }),
    submit: async values => {
      const { slot, isNew, person, questions } = values
      const body = {
        schedule_id: slot.schedule_id,
        starts_at: slot.starts_at,
        mentor_id: slot.mentor || null,
        questions: questions.map(question => question.trim()).filter(question => question !== ''),
        accepted_version_ids: contracts.map(({ version_id }) => version_id),
        ...(isNew
          ? { new_client: { name: values['new_client.name'], phone: values['new_client.phone'].trim() || null } }
          : { user_id: person?.id ?? '' }),
      }
      try {
        onBooked(await call('POST /api/appointments', { body, idempotencyKey: keyFor(body) }))
      } catch (error) {
        if (isRefusal(error, 'slot_taken')) form.set({ slot: { ...slot, starts_at: '' } })
        if (isRefusal(error, 'slot_taken') || isRefusal(error, 'contracts_required')) void query.refetch()
        throw error
      } finally {
        await invalidateAppointments()
      }
    },
  })
  const { slot, person, isNew, accepted } = form.values
  const query = useQuery({
    ...queryOptionsOf('GET /api/appointments/create', {
      query: {
        ...(slot.schedule_id && { schedule_id: slot.schedule_id }),
        ...(slot.support_type && { support_type_id: slot.support_type }),
        ...(slot.from && { from: slot.from }),
        ...(!isNew && person && { user_id: person.id }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const offer = query.data ?? opened
  const contracts = offer.contracts
  const missing = (values: BookForValues) => contracts.filter(({ version_id }) => !values.accepted.includes(version_id))
  const supportType = offer.support_types.find(({ id }) => id === slot.support_type)

  return (
    <FormFrame form={form} submit={t('bookFor.book')} cancel={scheduleId ? paths.scheduleAppointments(scheduleId) : paths.admin()}>
      <section className={styles.section} aria-labelledby="who">
        <h2 id="who">{t('bookFor.who')}</h2>
        <WhoFields form={form} />
        {!isNew && offer.client && <BookingLimitsNotice client={offer.client} />}
      </section>
      <section className={styles.section} aria-labelledby="when">
        <h2 id="when">{t('bookFor.when')}</h2>
        <SlotFields
          offer={offer}
          own={opened.schedule ? toOfferedSession(opened.schedule) : undefined}
          value={slot}
          error={form.errors.slot}
          onChange={change => form.set({ slot: { ...slot, ...change } as SlotChoice })}
        />
      </section>
      <section className={styles.section} aria-labelledby="what">
        <h2 id="what">{t('bookFor.what')}</h2>
        <Questions
          values={form.values.questions}
          problems={form.refusal?.errors ?? {}}
          heading={t('bookFor.questions')}
          hint={t('bookFor.questionsHint')}
          onChange={questions => form.set({ questions })}
        />
        {contracts.length > 0 && (
          <Agreements
            behalf
            contracts={contracts}
            value={accepted}
            error={form.errors.accepted}
            onChange={next => form.set({ accepted: next })}
          />
        )}
        {supportType && <p className="soft">{t('bookFor.price', { price: formatMoney(supportType.price) })}</p>}
      </section>
    </FormFrame>
  )
}

const isFree = (
  { slots }: ResponseBody<'GET /api/appointments/create'>,
  starts_at: string | undefined,
  mentor: string | undefined,
): boolean => slots.some(slot => slot.starts_at === starts_at && slot.free > 0 && (!mentor || slot.mentor.id === mentor))

const severalMentors = ({ slots }: ResponseBody<'GET /api/appointments/create'>): boolean =>
  new Set(slots.map(({ mentor }) => mentor.id)).size > 1
