import type { Appointment } from '#contract/appointments.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ContactLine } from '../booking/contact-line.tsx'
import { changeDeadlineOf, formatDeadline } from '../booking/change-deadline.ts'
import styles from './appointments.module.css'
import { useCancelForm } from './use-cancel-form.ts'

interface CancelDialogProps {
  appointment: Appointment
  onClose: () => void
  onCancelled: (appointment: Appointment) => void
}

/** Shows the cancellation policy and asks once before cancelling. */
export function CancelDialog({ appointment: opened, onClose, onCancelled }: CancelDialogProps) {
  const { appointment, changed, form } = useCancelForm(opened, onCancelled)
  const site = useSite()
  const possible = appointment.can.cancel === true
  return (
    <Dialog title={t('cancelling.title')} onClose={onClose}>
      {changed && possible && (
        <Notice kind="warning" alert>
          <p>{t('cancelling.stale')}</p>
        </Notice>
      )}
      <p className={styles.asked}>
        <strong>
          <DateTime starts={appointment.starts_at} ends={appointment.ends_at} zone={appointment.time_zone} />
        </strong>
        <span className="soft">{`${appointment.mentor.name} · ${appointment.place.name}`}</span>
      </p>
      {appointment.can.cancel === true ? (
        <Policy appointment={appointment} changeMinutes={site?.policies.change_minutes} />
      ) : (
        <Notice kind="warning" alert>
          <p>
            {appointment.can.cancel.message} <ContactLine contact={site?.contact} />
          </p>
        </Notice>
      )}
      <Form form={form}>
        {possible && (
          <TextAreaField
            label={t('cancelling.reason')}
            hint={t('cancelling.reasonHint')}
            optional
            maxLength={500}
            {...form.field('reason')}
          />
        )}
        <FormActions>
          {possible && (
            <Button type="submit" kind="danger" busy={form.busy}>
              {t('cancelling.confirm')}
            </Button>
          )}
          <Button data-dismiss="" onClick={onClose}>
            {possible ? t('cancelling.keep') : t('ui.close')}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

function Policy({ appointment: { starts_at, time_zone }, changeMinutes }: { appointment: Appointment; changeMinutes?: number }) {
  const until = changeMinutes === undefined ? undefined : changeDeadlineOf(starts_at, changeMinutes)
  return (
    <p>
      {until && `${t('cancelling.policy', formatDeadline(until, time_zone))} `}
      {t('cancelling.free')}
    </p>
  )
}
