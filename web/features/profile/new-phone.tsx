import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { looksLikePhone } from '../../lib/phone.ts'
import { TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { requestPhoneCode, type SentCode } from './phone-code-request.ts'

/** Asks for the new number. */
export function NewPhone({ onSent, onClose }: { onSent: (sent: SentCode) => void; onClose: () => void }) {
  const form = useForm({
    initial: { phone: '' },
    check: ({ phone }) => (looksLikePhone(phone) ? {} : { phone: t('phoneChange.missing') }),
    submit: async ({ phone }) => onSent(await requestPhoneCode(phone.trim())),
  })
  return (
    <FormFrame form={form} submit={t('phoneChange.send')} cancel={onClose} takesFocus>
      <TextField
        label={t('phoneChange.new')}
        hint={t('phoneChange.hint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...form.field('phone')}
      />
    </FormFrame>
  )
}
