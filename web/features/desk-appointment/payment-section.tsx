import type { Appointment } from '#contract/appointments.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatMoney } from '../../lib/money.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Card } from '../../ui/card.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { invalidateAppointments } from '../appointments/set-status.ts'
import { ViewSwitch } from '../schedules/view-switch.tsx'
import styles from './desk-appointment.module.css'

type Status = Appointment['payment']['status']
const statuses: readonly Status[] = ['unpaid', 'paid', 'waived', 'refunded']

/** The price and its payment: one click records it, Undo withdraws it. */
export function PaymentSection({ appointment, editable }: { appointment: Appointment; editable: boolean }) {
  const [busy, setBusy] = useState(false)
  const { price, payment } = appointment
  // Undo carries no revision: a check-in in the meantime does not prevent it.
  const record = async ({ id, revision, payment: before }: Appointment, status: Status, undoing = false) => {
    if (busy || status === before.status) return
    setBusy(true)
    try {
      const body = { ...(!undoing && { revision }), payment: { status } }
      const saved = await call('PUT /api/appointments/{id}', { params: { id }, body })
      toast(t('payment.recorded', { status: t(`payment.${status}`) }), {
        type: 'success',
        ...(!undoing && { action: { label: t('ui.undo'), run: () => void record(saved, before.status, true) } }),
      })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
      await invalidateAppointments()
    }
  }
  return (
    <Card as="section" label={t('payment.title')}>
      <div className={styles.titleLine}>
        <h2 className={styles.title}>{t('payment.title')}</h2>
        <strong className="tabular">{formatMoney(price)}</strong>
      </div>
      {editable && price.amount > 0 ? (
        <div className={styles.switch}>
          <ViewSwitch
            label={t('payment.title')}
            value={payment.status}
            options={statuses.map(value => ({ value, label: t(`payment.${value}`) }))}
            onChange={status => void record(appointment, status)}
          />
        </div>
      ) : (
        price.amount > 0 && <p>{t(`payment.${payment.status}`)}</p>
      )}
      {payment.recorded_at && (
        <p className="soft small">
          {t('payment.by', { name: payment.recorded_by ?? '', when: formatDateTime(payment.recorded_at, visitorZone()) })}
        </p>
      )}
    </Card>
  )
}
