import { t } from '../../lib/messages.ts'
import { CheckField, TextField } from '../../ui/fields.tsx'
import { SettingsGroup } from './settings-group.tsx'
import type { SettingsFormState } from './settings-values.ts'

/** Access to clients' records. */
export function RecordSettings({ form }: { form: SettingsFormState }) {
  return (
    <SettingsGroup name="records">
      <TextField
        label={t('settings.mentorAccess')}
        hint={t('settings.mentorAccessHint')}
        inputMode="numeric"
        {...form.field('mentor_access_days')}
      />
      <TextField
        label={t('settings.invitationDays')}
        hint={t('settings.invitationDaysHint')}
        inputMode="numeric"
        {...form.field('invitation_days')}
      />
      <div>
        <CheckField label={t('settings.recordReason')} {...form.field('record_reason')} />
        <p className="soft small">{t('settings.recordReasonHint')}</p>
      </div>
    </SettingsGroup>
  )
}
