import { call } from '../lib/api.ts'
import { useForm } from '../lib/form.ts'
import { t } from '../lib/messages.ts'
import { queryClient } from '../lib/query-client.ts'
import { Button } from './button.tsx'
import { TextAreaField } from './fields.tsx'
import { Form, FormActions } from './form.tsx'
import styles from './reason-form.module.css'

interface ReasonFormProps {
  /** Name of the record's owner. */
  userId: string
  /** Requests the record again. */
  onGiven?: (() => void) | undefined
  takesFocus?: boolean | undefined
}

/** Asks for the reason that a record outside the user's own work requires (403 `reason_required`). */
export default function ReasonForm({ userId, onGiven, takesFocus = false }: ReasonFormProps) {
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim().length < 3 ? t('recordReason.missing') : undefined }),
    submit: async ({ reason }) => {
      await call('POST /api/record-access', { body: { user_id: userId, reason } })
      onGiven?.()
      // Lists omitted the records that are open now.
      void queryClient.invalidateQueries()
    },
  })
  return (
    <section className={styles.reason}>
      <h2 className={styles.title}>{t('recordReason.title')}</h2>
      <p className="soft">{t('recordReason.text')}</p>
      <Form form={form} takesFocus={takesFocus}>
        <TextAreaField label={t('recordReason.label')} maxLength={500} {...form.field('reason')} />
        <FormActions>
          <Button type="submit" kind="primary" busy={form.busy}>
            {t('recordReason.open')}
          </Button>
        </FormActions>
      </Form>
    </section>
  )
}
