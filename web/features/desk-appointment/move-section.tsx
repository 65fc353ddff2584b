import type { Appointment } from '#contract/appointments.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { moveAppointment } from '../appointments/move-appointment.ts'
import { ChangedPrice, KeptPrice } from '../appointments/price-of-move.tsx'
import { toOfferedSession, type SlotChoice } from '../appointments/slot-choice.ts'
import { SlotFields } from '../appointments/slot-fields.tsx'
import { FreedSeatNotice } from '../waiting-list/freed-seat-notice.tsx'
import type { OpenedAppointment } from './opened-appointment.ts'
import styles from './desk-appointment.module.css'
import { useEditedAppointment } from './use-edited-appointment.ts'

/**
 * Moves the appointment to another slot, mentor or schedule. It keeps its reference, and the client is notified.
 */
export function MoveSection({ opened }: { opened: OpenedAppointment }) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    setTimeout(() => place.current?.querySelector<HTMLElement>('button')?.focus())
  }
  return (
    <Card as="section" label={t('moveAppointment.title')}>
      <div ref={place} className={styles.section}>
        <h2 className={styles.title}>{t('moveAppointment.title')}</h2>
        {open ? (
          <MoveForm opened={opened} onDone={close} />
        ) : (
          <>
            <p className="soft">{t('moveAppointment.text')}</p>
            <Button className={styles.start} icon={<IconArrowsExchange size={20} aria-hidden="true" />} onClick={() => setOpen(true)}>
              {t('moveAppointment.open')}
            </Button>
          </>
        )}
      </div>
    </Card>
  )
}

const hasSameTime = (base: Appointment, current: Appointment) =>
  base.schedule_id === current.schedule_id && base.starts_at === current.starts_at && base.mentor.id === current.mentor.id

function MoveForm({ opened: { appointment, schedule }, onDone }: { opened: OpenedAppointment; onDone: () => void }) {
  const { id } = appointment
  const { revision, readNewest } = useEditedAppointment(appointment, hasSameTime)
  const form = useForm({
    initial: {
      slot: { support_type: schedule.support_type_id, from: '', schedule_id: schedule.id, starts_at: '', mentor: '' } as SlotChoice,
      reason: '',
    },
    check: ({ slot }) => (slot.starts_at ? {} : { slot: t('bookFor.timeMissing') }),
    submit: async ({ slot, reason }) => {
      const { schedule_id, starts_at, mentor } = slot
      await moveAppointment({ id, revision }, { schedule_id, starts_at, mentor_id: mentor || null, reason })
      onDone()
    },
  })
  const { slot } = form.values
  const query = useQuery({
    ...queryOptionsOf('GET /api/appointments/{id}/edit', {
      params: { id },
      query: {
        support_type_id: slot.support_type,
        ...(slot.from && { from: slot.from }),
        ...(slot.schedule_id && { schedule_id: slot.schedule_id }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const support_type = query.data?.support_types.find(type => type.id === slot.support_type)
  const price = support_type && {
    from: { ...appointment, payment_status: appointment.payment.status },
    to: { support_type, price: support_type.price },
  }
  return (
    <FormFrame
      form={form}
      submit={t('moveAppointment.move')}
      cancel={onDone}
      takesFocus
      stale={{ onKeep: readNewest, onTake: () => readNewest().then(onDone) }}
    >
      <SlotFields
        offer={query.data}
        own={toOfferedSession(schedule)}
        now={{ schedule_id: schedule.id, starts_at: appointment.starts_at, mentor: appointment.mentor.id }}
        value={slot}
        error={form.errors.slot}
        onChange={change => form.set({ slot: { ...slot, ...change } as SlotChoice })}
      />
      {slot.starts_at && (
        <Notice>
          {price && <ChangedPrice {...price} />}
          {price && <KeptPrice {...price} />}
          <FreedSeatNotice appointmentId={id} />
        </Notice>
      )}
      <TextField label={t('moveAppointment.reason')} optional maxLength={500} {...form.field('reason')} />
    </FormFrame>
  )
}
