import { IconFingerprint } from '@tabler/icons-react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { createPasskey } from '../sessions/passkeys.ts'

/** The passkey of a person who chose no password. */
export function AddPasskey({ onDone }: { onDone: () => void }) {
  const form = useForm({
    initial: {},
    submit: async () => {
      const credential = await createPasskey(await call('POST /api/my-profile/passkeys/options'))
      await call('POST /api/my-profile/passkeys', { body: { credential } })
      onDone()
    },
  })
  return (
    <Form form={form} takesFocus>
      <p>{t('invitation.passkeyNext')}</p>
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy} icon={<IconFingerprint size={20} aria-hidden="true" />}>
          {t('chooseFactor.create')}
        </Button>
        <ButtonLink to={paths.myProfile()}>{t('invitation.otherMethod')}</ButtonLink>
      </FormActions>
    </Form>
  )
}
