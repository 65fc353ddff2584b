import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { TimeField } from '../../ui/date-field.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Link } from '../../ui/link.tsx'
import { DurationField } from './duration-field.tsx'
import { ReminderList } from './reminder-list.tsx'
import { SettingsGroup } from './settings-group.tsx'
import type { SettingsFormState } from './settings-values.ts'
import styles from './settings.module.css'

const scores = ['0', '1', '2', '3', '4'] as const

/** Booking rules, reminders and quiet hours. */
export function BookingSettings({ form }: { form: SettingsFormState }) {
  return (
    <>
      <SettingsGroup name="booking">
        <DurationField label={t('settings.notice')} hint={t('settings.noticeHint')} {...form.field('notice_minutes')} />
        <DurationField label={t('settings.change')} hint={t('settings.changeHint')} {...form.field('change_minutes')} />
        <TextField label={t('settings.maxOpen')} hint={t('settings.maxOpenHint')} inputMode="numeric" {...form.field('max_open')} />
        <TextField
          label={t('settings.planAhead')}
          hint={t('settings.planAheadHint')}
          inputMode="numeric"
          {...form.field('plan_ahead_weeks')}
        />
        <TextField label={t('settings.travel')} hint={t('settings.travelHint')} inputMode="numeric" {...form.field('travel_minutes')} />
      </SettingsGroup>
      <SettingsGroup name="missed">
        <div className={styles.pair}>
          <TextField label={t('settings.missedLimit')} inputMode="numeric" {...form.field('missed_limit')} />
          <TextField label={t('settings.missedDays')} inputMode="numeric" {...form.field('missed_days')} />
        </div>
      </SettingsGroup>
      <SettingsGroup name="reminding">
        <ReminderList {...form.field('reminder_minutes')} />
        <p className="small">
          <Link to={paths.messages({ view: 'sent' })}>{t('settings.toSent')}</Link>
        </p>
      </SettingsGroup>
      <SettingsGroup name="waiting">
        <DurationField label={t('settings.offer')} hint={t('settings.offerHint')} {...form.field('offer_minutes')} />
        <div className={styles.pair}>
          <TimeField label={t('settings.quietFrom')} {...form.field('quiet_from')} />
          <TimeField label={t('settings.quietUntil')} {...form.field('quiet_until')} />
        </div>
        <p className="soft small">{t('settings.quietHint')}</p>
      </SettingsGroup>
      <SettingsGroup name="scores">
        <SelectField
          label={t('settings.lowScore')}
          options={scores.map(value => ({ value, label: t('settings.lowScoreAt', { count: Number(value) }) }))}
          {...form.field('low_score')}
        />
      </SettingsGroup>
    </>
  )
}
