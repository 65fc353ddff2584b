import { t } from '../../lib/messages.ts'
import { TextField } from '../../ui/fields.tsx'
import styles from './sessions.module.css'

type Field = Omit<Parameters<typeof TextField>[0], 'label' | 'type'>

/** The six digits of a code that was sent to a phone or an e-mail address. */
export const CodeField = ({ byEmail, onChange, ...field }: Field & { byEmail: boolean; onChange: (code: string) => void }) => (
  <TextField
    {...field}
    label={t('confirm.code')}
    hint={t(byEmail ? 'confirm.codeHintEmail' : 'confirm.codeHint')}
    inputMode="numeric"
    autoComplete="one-time-code"
    className={styles.code}
    onChange={value => onChange(value.replace(/\D/g, '').slice(0, 6))}
  />
)
