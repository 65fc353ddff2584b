import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SettingsGroup } from './settings-group.tsx'
import styles from './settings.module.css'
import type { SettingsFormState } from './settings-values.ts'

/** The daily limit of text messages, and which kinds cannot be sent. */
export function TextSettings({ form }: { form: SettingsFormState }) {
  const { data: server } = useQuery(queryOptionsOf('GET /api/health/ready'))
  return (
    <SettingsGroup name="texts">
      {server?.cannot_send?.includes('sms') && <Notice kind="warning">{t('settings.noTexts')}</Notice>}
      {server?.cannot_send?.includes('email') && <Notice kind="warning">{t('settings.noMail')}</Notice>}
      <div className={styles.pair}>
        <TextField label={t('settings.textSegmentsDay')} inputMode="numeric" {...form.field('text_segments_day')} />
        <TextField label={t('settings.textMessagesPhone')} inputMode="numeric" {...form.field('text_messages_phone')} />
      </div>
      <div className={styles.pair}>
        <TextField label={t('settings.codesDay')} inputMode="numeric" {...form.field('codes_day')} />
        <TextField label={t('settings.codesPhone')} inputMode="numeric" {...form.field('codes_phone')} />
      </div>
      <p className="soft small">{t('settings.textsHint')}</p>
    </SettingsGroup>
  )
}
