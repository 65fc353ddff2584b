import { t } from '../../lib/messages.ts'
import { TextField } from '../../ui/fields.tsx'
import { SettingsGroup } from './settings-group.tsx'
import styles from './settings.module.css'
import type { SettingsFormOf } from './settings-form.tsx'

/** What text messages may cost in a day. */
export function TextSettings({ form }: { form: SettingsFormOf }) {
  return (
    <SettingsGroup title={t('settings.texts')} text={t('settings.textsText')}>
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
