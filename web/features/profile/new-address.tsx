import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { looksLikePhone } from '../../lib/phone.ts'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { mayBeEmail } from '../sessions/address.ts'
import { withRecentSignIn } from '../sessions/recent-sign-in.ts'
import { requestAddressCode, type SentCode } from './address-code-request.ts'

interface NewAddressProps {
  kind: 'phone' | 'email'
  /** What the field begins with. */
  initial?: string
  onSent: (sent: SentCode) => void
  onClose: () => void
}

/** Asks for the new number or e-mail address. */
export function NewAddress({ kind, initial = '', onSent, onClose }: NewAddressProps) {
  const form = useForm({
    initial: { phone: kind === 'phone' ? initial : '', email: kind === 'email' ? initial : '' },
    check: ({ phone, email }) =>
      kind === 'phone'
        ? { phone: looksLikePhone(phone) ? undefined : t('phoneChange.missing') }
        : { email: mayBeEmail(email) ? undefined : t('signIn.emailMissing') },
    submit: async ({ phone, email }) =>
      onSent(await withRecentSignIn(() => requestAddressCode(kind === 'phone' ? { phone: phone.trim() } : { email: email.trim() }))),
  })
  return (
    <FormFrame form={form} submit={t('phoneChange.send')} cancel={onClose} takesFocus>
      {kind === 'phone' ? (
        <TextField
          label={t('phoneChange.new')}
          hint={t('phoneChange.hint')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...form.field('phone')}
        />
      ) : (
        <TextField
          label={t('emailChange.new')}
          hint={t('emailChange.hint')}
          type="email"
          inputMode="email"
          autoComplete="email"
          {...form.field('email')}
        />
      )}
    </FormFrame>
  )
}
