import type { User } from '#contract/people.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { isCompleteCode } from '../../lib/one-time-code.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { useCountdown } from '../sessions/use-countdown.ts'
import { formatAddress } from '../sessions/address.ts'
import { confirmAddress, requestAddressCode, type SentCode } from './address-code-request.ts'

interface AddressCodeProps {
  sent: SentCode
  hasPassword: boolean
  onSent: (sent: SentCode) => void
  onDone: (user: User) => void
  onClose: () => void
}

/** Asks for the code that confirms the new number or e-mail address. */
export function AddressCode({ sent, hasPassword, onSent, onDone, onClose }: AddressCodeProps) {
  const { address, demo_code, at, resend_after } = sent
  const wait = useCountdown(at + resend_after * 1000)
  const form = useForm({
    initial: { code: '', current_password: '' },
    at: { wrong_code: 'code' },
    check: ({ code, current_password }) => ({
      ...(!isCompleteCode(code) && { code: t('confirm.codeMissing') }),
      ...(hasPassword && !current_password && { current_password: t('login.passwordMissing') }),
    }),
    submit: async ({ code, current_password }) => {
      onDone(await confirmAddress(address, { code, ...(hasPassword && { current_password }) }))
    },
  })
  const code = form.field('code')
  const resend = () =>
    requestAddressCode(address)
      .then(onSent)
      .then(() => toast(t('confirm.resent')), toastError)
  return (
    <FormFrame
      form={form}
      submit={t(address.email === undefined ? 'phoneChange.confirm' : 'emailChange.confirm')}
      cancel={onClose}
      actions={
        wait > 0 ? (
          <span className="soft small tabular">{t('confirm.resendIn', { seconds: wait })}</span>
        ) : (
          <Button kind="plain" onClick={() => void resend()}>
            {t('confirm.resend')}
          </Button>
        )
      }
      takesFocus
    >
      <p>{t('confirm.sent', { phone: formatAddress(address) })}</p>
      {demo_code && (
        <Notice>
          <p>{t('confirm.demoCode', { code: demo_code })}</p>
        </Notice>
      )}
      <TextField
        {...code}
        label={t('confirm.code')}
        hint={t(address.email === undefined ? 'confirm.codeHint' : 'confirm.codeHintEmail')}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={value => code.onChange(value.replace(/\D/g, '').slice(0, 6))}
      />
      {hasPassword && (
        <PasswordField label={t('passwordChange.current')} autoComplete="current-password" {...form.field('current_password')} />
      )}
      <p className="soft small">{t('phoneChange.elsewhere')}</p>
    </FormFrame>
  )
}
