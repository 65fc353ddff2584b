import { t } from '../../lib/messages.ts'
import { TextField } from '../../ui/fields.tsx'
import { SettingsGroup } from './settings-group.tsx'
import type { SettingsFormState } from './settings-values.ts'

/** Retention periods. */
export function RetentionSettings({ form }: { form: SettingsFormState }) {
  return (
    <SettingsGroup name="keeping">
      <TextField
        label={t('settings.retention')}
        hint={t('settings.retentionHint')}
        inputMode="numeric"
        {...form.field('retention_months')}
      />
      <TextField
        label={t('settings.messageMonths')}
        hint={t('settings.messageHint')}
        inputMode="numeric"
        {...form.field('message_months')}
      />
      <TextField label={t('settings.auditMonths')} hint={t('settings.auditHint')} inputMode="numeric" {...form.field('audit_months')} />
    </SettingsGroup>
  )
}
