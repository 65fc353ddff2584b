import type { EndWeeklyHours, WeeklyHours } from '#contract/weekly-hours.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { ChoiceTile } from '../../ui/choice-tile.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './weekly-hours.module.css'

const choices = ['keep', 'cancel_free', 'cancel_all'] as const

/** Ends weekly hours, and asks what happens to the planned sessions. */
export function EndDialog({ hours, onClose, onEnded }: { hours: WeeklyHours; onClose: () => void; onEnded: () => void }) {
  const { id, revision, sessions_ahead, clients_ahead, mentor } = hours
  const form = useForm<{ sessions: EndWeeklyHours['sessions']; reason: string }>({
    initial: { sessions: 'keep', reason: '' },
    check: ({ sessions, reason }) => (sessions === 'cancel_all' && !reason.trim() ? { reason: t('cancelSession.reasonMissing') } : {}),
    submit: async ({ sessions, reason }) => {
      const body = { revision, sessions, reason: sessions === 'cancel_all' ? reason.trim() : '' }
      const { cancelled, told } = await call('POST /api/weekly-hours/{id}/end', { params: { id }, body })
      onClose()
      onEnded()
      toast(t('weeklyHours.ended', { cancelled, told }), { type: 'success', durationMs: 8000 })
    },
  })
  const { sessions } = form.values
  return (
    <Dialog title={t('weeklyHours.endTitle', { name: mentor.name })} onClose={onClose}>
      <p>{t('weeklyHours.endText', { sessions: sessions_ahead, clients: clients_ahead })}</p>
      <FormFrame form={form} submit={t(`weeklyHours.endConfirm.${sessions}`)} danger cancel={onClose}>
        {sessions_ahead > 0 && (
          <div role="radiogroup" aria-label={t('weeklyHours.endSessions')} className={styles.choices}>
            {choices.map(choice => (
              <ChoiceTile
                key={choice}
                type="radio"
                name="sessions"
                value={choice}
                checked={sessions === choice}
                onChange={() => form.set({ sessions: choice })}
              >
                <span>{t(`weeklyHours.end.${choice}`)}</span>
              </ChoiceTile>
            ))}
          </div>
        )}
        {sessions === 'cancel_all' && (
          <TextAreaField label={t('cancelSession.reason')} hint={t('cancelSession.reasonHint')} maxLength={500} {...form.field('reason')} />
        )}
      </FormFrame>
    </Dialog>
  )
}
