import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { call, queryOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { formatMoment } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { invalidateAppointments } from '../appointments/status-steps.ts'
import { asSession, type WhereChoice } from '../appointments/where-choice.ts'
import { WhereFields } from '../appointments/where-fields.tsx'
import type { OpenedAppointment } from './opened-appointment.ts'
import styles from './desk-appointment.module.css'

/** Moves to another slot, mentor or schedule; the same appointment with the same reference, and the client is told. */
export function MoveSection({ opened }: { opened: OpenedAppointment }) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    setTimeout(() => place.current?.querySelector<HTMLElement>('button')?.focus())
  }
  return (
    <Card as="section" label={t('moving.title')}>
      <div ref={place} className={styles.section}>
        <h2 className={styles.title}>{t('moving.title')}</h2>
        {open ? (
          <MoveForm opened={opened} onDone={close} />
        ) : (
          <>
            <p className="soft">{t('moving.text')}</p>
            <Button className={styles.start} icon={<IconArrowsExchange size={20} aria-hidden="true" />} onClick={() => setOpen(true)}>
              {t('moving.open')}
            </Button>
          </>
        )}
      </div>
    </Card>
  )
}

function MoveForm({ opened: { appointment, schedule }, onDone }: { opened: OpenedAppointment; onDone: () => void }) {
  const { id, revision } = appointment
  const form = useForm({
    initial: {
      where: { support_type: schedule.support_type_id, from: '', schedule_id: schedule.id, starts_at: '', mentor: '' } as WhereChoice,
      reason: '',
    },
    check: ({ where }) => (where.starts_at ? {} : { where: t('bookFor.timeMissing') }),
    submit: async ({ where, reason }) => {
      const { schedule_id, starts_at, mentor } = where
      try {
        const moved = await call('PUT /api/appointments/{id}', {
          params: { id },
          body: { revision, schedule_id, starts_at, mentor_id: mentor || null, ...(reason.trim() && { reason }) },
        })
        toast(t('moving.done', { name: moved.user.name, when: formatMoment(moved.starts_at, moved.time_zone) }), { type: 'success' })
        onDone()
      } finally {
        await invalidateAppointments()
      }
    },
  })
  const { where } = form.values
  const query = useQuery({
    ...queryOf('GET /api/appointments/{id}/edit', {
      params: { id },
      query: {
        support_type_id: where.support_type,
        ...(where.from && { from: where.from }),
        ...(where.schedule_id && { schedule_id: where.schedule_id }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <FormFrame form={form} submit={t('moving.move')} cancel={onDone} takesFocus>
      <WhereFields
        offer={query.data}
        own={asSession(schedule)}
        now={{ schedule_id: schedule.id, starts_at: appointment.starts_at, mentor: appointment.mentor.id }}
        value={where}
        error={form.errors.where}
        onChange={change => form.set({ where: { ...where, ...change } as WhereChoice })}
      />
      <TextField label={t('moving.reason')} optional maxLength={500} {...form.field('reason')} />
    </FormFrame>
  )
}
