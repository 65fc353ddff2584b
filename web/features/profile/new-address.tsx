import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { mayBeEmail, mayBePhone } from '../sessions/address.ts'
import { requestAddressCode, type SentCode } from './address-code-request.ts'

interface NewAddressProps {
  kind: 'phone' | 'email'
  /** What the field begins with. */
  initial?: string
  onSent: (sent: SentCode) => void
  onClose: () => void
}

/** The new number or e-mail address. */
export function NewAddress({ kind, initial = '', onSent, onClose }: NewAddressProps) {
  const form = useForm({
    initial: { phone: kind === 'phone' ? initial : '', email: kind === 'email' ? initial : '' },
    check: ({ phone, email }) =>
      kind === 'phone'
        ? { phone: mayBePhone(phone) ? undefined : t('phoneChange.missing') }
        : { email: mayBeEmail(email) ? undefined : t('signIn.emailMissing') },
    submit: async ({ phone, email }) =>
      onSent(await requestAddressCode(kind === 'phone' ? { phone: phone.trim() } : { email: email.trim() })),
  })
  return (
    <Form onSubmit={form.onSubmit} problem={form.problem} takesFocus>
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
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('phoneChange.send')}
        </Button>
        <Button kind="plain" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      </FormActions>
    </Form>
  )
}
