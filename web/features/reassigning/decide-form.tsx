import type { FailedDecision } from '#contract/problem.ts'
import { useState } from 'react'
import { call, queryKeyOf, type ResponseBody } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { formatDay } from '../../lib/time.ts'
import { CheckField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { AffectedCard } from './affected-card.tsx'
import { countChoices, decisionsOf, keepChoices, proposedChoices, seatsLeft, type Choice } from './choices.ts'
import { FailedNotice } from './failed-notice.tsx'
import type { ReassigningSubject } from './subject.ts'
import styles from './reassigning.module.css'

interface DecideFormProps {
  of: ReassigningSubject
  read: ResponseBody<'GET /api/reassigning'>
  onDone: (done: ResponseBody<'POST /api/reassigning'>) => void
}

/** Every affected appointment with its proposal, to accept or change, and one button that applies all. */
export function DecideForm({ of, read, onDone }: DecideFormProps) {
  const [{ about, appointments }, setRead] = useState(read)
  const [choices, setChoices] = useState(() => proposedChoices(appointments))
  const [failed, setFailed] = useState<{ decisions: readonly FailedDecision[]; names: Map<string, string> }>()
  const keyFor = useIdempotencyKey()
  const form = useForm({
    initial: { reason: t(about.mentor ? 'reassign.reasonMentor' : 'reassign.reasonClosed'), record: about.can_record },
    check: ({ reason }) => (reason.trim() ? {} : { reason: t('reassign.reasonMissing') }),
    submit: async ({ reason, record }) => {
      const body = {
        ...of,
        reason: reason.trim(),
        record_time_off: record && about.can_record,
        decisions: decisionsOf(appointments, choices),
      }
      try {
        onDone(await call('POST /api/reassigning', { body, idempotencyKey: keyFor(body) }))
        void queryClient.invalidateQueries()
      } catch (error) {
        if (!isRefusal(error, 'plan_outdated')) throw error
        const names = new Map(appointments.map(({ id, user }) => [id, user.name]))
        const fresh = await call('GET /api/reassigning', { query: of })
        queryClient.setQueryData(queryKeyOf('GET /api/reassigning', { query: of }), fresh)
        setRead(fresh)
        setChoices(keepChoices(fresh.appointments, choices))
        setFailed({ decisions: error.problem.failed ?? [], names })
      }
    },
  })
  const isChanged = JSON.stringify(choices) !== JSON.stringify(proposedChoices(appointments))
  const days = new Set(appointments.map(({ starts_at, time_zone }) => formatDay(starts_at, time_zone)))
  const choose = (id: string, choice: Choice) => setChoices({ ...choices, [id]: choice })
  return (
    <FormFrame form={{ ...form, isDirty: () => form.isDirty() || isChanged }} submit={t('reassign.confirm')}>
      {failed && <FailedNotice failed={failed.decisions} nameOf={id => failed.names.get(id)} />}
      <p className="soft">{t('reassign.count', { count: appointments.length })}</p>
      <ul className={styles.list} aria-label={t('reassign.list')}>
        {appointments.map(appointment => (
          <AffectedCard
            key={appointment.id}
            appointment={appointment}
            withDay={days.size > 1}
            choice={choices[appointment.id] ?? ''}
            isLeft={choice => seatsLeft(appointments, choices, appointment, choice) > 0}
            onChoose={choice => choose(appointment.id, choice)}
          />
        ))}
      </ul>
      <div className={styles.confirm}>
        <TextField label={t('reassign.reason')} hint={t('reassign.reasonHint')} maxLength={500} {...form.field('reason')} />
        {about.can_record && about.mentor && (
          <CheckField label={t('reassign.record', { name: about.mentor.name })} {...form.field('record')} />
        )}
        <p role="status" className={styles.summary}>
          {t('reassign.summary', countChoices(choices))}
        </p>
      </div>
    </FormFrame>
  )
}
