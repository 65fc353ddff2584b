import type { UserDetails } from '#contract/users.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { appointmentChoices } from './appointment-choices.ts'
import { RadioChoice } from './radio-choice.tsx'
import { undoDeactivating } from './undo-deactivating.ts'
import styles from './users.module.css'

/** Deactivates a person: lists the consequences and asks about upcoming appointments. */
export function DeactivateDialog({ user: opened, onClose }: { user: UserDetails; onClose: () => void }) {
  const [user, setUser] = useState(opened)
  const [changed, setChanged] = useState(false)
  const { appointments, waiting, with_them } = user.ahead
  const params = { id: user.id }
  const form = useForm<{ open_appointments: '' | 'keep' | 'cancel'; reason: string }>({
    initial: { open_appointments: '', reason: '' },
    check: values => (appointments > 0 && !values.open_appointments ? { open_appointments: t('deactivate.choose') } : {}),
    submit: async ({ open_appointments, reason }) => {
      try {
        const body = { revision: user.revision, reason: reason.trim(), ...(open_appointments && { open_appointments }) }
        const { undo } = await call('POST /api/users/{id}/deactivate', { params, body })
        onClose()
        if (undo) toastWithUndo(t('deactivate.done', { name: user.name }), () => undoDeactivating(undo))
      } catch (error) {
        if (!isRefusal(error, 'stale') && !isRefusal(error, 'has_bookings')) throw error
        setUser(await call('GET /api/users/{id}', { params }))
        setChanged(true)
      }
    },
  })
  return (
    <Dialog title={t('deactivate.title', { name: user.name })} onClose={onClose}>
      {changed && (
        <Notice kind="warning" alert>
          <p>{t('deactivate.changed')}</p>
        </Notice>
      )}
      <ul className={styles.moves}>
        <li>{t('deactivate.tokens')}</li>
        {waiting > 0 && <li>{t('deactivate.waiting', { count: waiting })}</li>}
        <li>{t('deactivate.kept')}</li>
      </ul>
      {with_them > 0 && (
        <Notice kind="warning">
          <p>{t('deactivate.mentor', { count: with_them })}</p>
        </Notice>
      )}
      <FormFrame form={form} submit={t('deactivate.confirm')} danger cancel={onClose} cancelLabel={t('ui.goBack')}>
        {appointments > 0 && (
          <RadioChoice
            legend={t('deactivate.appointments', { count: appointments })}
            options={appointmentChoices()}
            {...form.field('open_appointments')}
            onChange={value => form.set({ open_appointments: value as 'keep' | 'cancel' })}
          />
        )}
        <TextField label={t('deactivate.reason')} hint={t('deactivate.reasonHint')} optional maxLength={500} {...form.field('reason')} />
      </FormFrame>
    </Dialog>
  )
}
