import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { requestPhoneCode, type SentCode } from './phone-code-request.ts'

/** The new number. */
export function NewPhone({ onSent, onClose }: { onSent: (sent: SentCode) => void; onClose: () => void }) {
  const form = useForm({
    initial: { phone: '' },
    check: ({ phone }) => (/\d.*\d.*\d/.test(phone) ? {} : { phone: t('phoneChange.missing') }),
    submit: async ({ phone }) => onSent(await requestPhoneCode(phone.trim())),
  })
  return (
    <Form onSubmit={form.onSubmit} problem={form.problem} takesFocus>
      <TextField
        label={t('phoneChange.new')}
        hint={t('phoneChange.hint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...form.field('phone')}
      />
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
