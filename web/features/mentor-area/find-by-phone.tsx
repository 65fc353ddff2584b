import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { TextField } from '../../ui/fields.tsx'
import styles from './mentor-area.module.css'

/** Searches a session's clients by digits of the phone number, kept in the address. */
export function FindByPhone() {
  const [{ phone = '' }, setParams] = useSearchParams<'mentorAppointments'>()
  return (
    <search className={styles.find}>
      <TextField
        label={t('mentorSession.findPhone')}
        hint={t('mentorSession.findPhoneHint')}
        type="search"
        inputMode="tel"
        name="phone"
        maxLength={40}
        value={phone}
        onChange={value => setParams({ phone: value || undefined }, { replace: true })}
      />
    </search>
  )
}
