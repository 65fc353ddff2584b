import type { ReactNode } from 'react'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { looksLikePhone } from '../../lib/phone.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { mayBeEmail } from './address.ts'
import { countryName } from './country-name.ts'
import { requestCode } from './request-code.ts'

interface AddressStepProps {
  by: 'phone' | 'email'
  address: string
  focus: boolean
  onSent: () => void
  /** The other ways to sign in. */
  children: ReactNode
}

/** Asks for the phone number or the e-mail address that receives the code. */
export function AddressStep({ by, address, focus, onSent, children }: AddressStepProps) {
  const country = countryName(useSite()?.phone_country)
  const form = useForm({
    initial: { phone: '', email: '', [by]: address },
    check: ({ phone, email }) => ({
      ...(by === 'phone' && !looksLikePhone(phone) && { phone: t('join.phoneMissing') }),
      ...(by === 'email' && !mayBeEmail(email) && { email: t('signIn.emailMissing') }),
    }),
    submit: async ({ phone, email }) => {
      await requestCode(by === 'phone' ? { phone: phone.trim() } : { email: email.trim() })
      onSent()
    },
  })
  return (
    <Form form={form} takesFocus={focus}>
      {by === 'phone' ? (
        <TextField
          label={t('join.phone')}
          hint={country ? t('join.phoneHintCountry', { country }) : t('join.phoneHint')}
          type="tel"
          inputMode="tel"
          autoComplete="tel webauthn"
          {...form.field('phone')}
        />
      ) : (
        <TextField
          label={t('signIn.email')}
          hint={t('signIn.emailHint')}
          type="email"
          inputMode="email"
          autoComplete="email webauthn"
          {...form.field('email')}
        />
      )}
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('join.sendCode')}
        </Button>
        {children}
      </FormActions>
    </Form>
  )
}
