import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { TextField } from '../../ui/fields.tsx'
import styles from './mentor-area.module.css'

/** Who in this session has these digits in their number; the address keeps them. */
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
