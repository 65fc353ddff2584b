import type { ReactNode } from 'react'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { looksLikePhone } from '../../lib/phone.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { requestCode } from './request-code.ts'
import { countryName } from './country-name.ts'

interface PhoneStepProps {
  phone: string
  focus: boolean
  onSent: () => void
  /** The other ways to sign in. */
  children: ReactNode
}

/** Asks for the phone number that receives the code. */
export function PhoneStep({ phone, focus, onSent, children }: PhoneStepProps) {
  const country = countryName(useSite()?.phone_country)
  const form = useForm({
    initial: { phone },
    check: values => (looksLikePhone(values.phone) ? {} : { phone: t('join.phoneMissing') }),
    submit: async values => {
      await requestCode({ phone: values.phone.trim() })
      onSent()
    },
  })
  return (
    <Form onSubmit={form.onSubmit} problem={form.problem} takesFocus={focus}>
      <TextField
        label={t('join.phone')}
        hint={country ? t('join.phoneHintCountry', { country }) : t('join.phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel webauthn"
        {...form.field('phone')}
      />
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('join.sendCode')}
        </Button>
        {children}
      </FormActions>
    </Form>
  )
}
