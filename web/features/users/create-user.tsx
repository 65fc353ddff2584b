import { useNavigate } from '@tanstack/react-router'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { TakenNotice } from './taken-notice.tsx'
import { UserFields } from './user-fields.tsx'
import { bodyOf, checkUser, emptyUser, type UserValues } from './user-values.ts'

/** Adds a person who cannot or does not want to register. */
export function CreateUser() {
  const navigate = useNavigate()
  const keyFor = useIdempotencyKey()
  const form = useForm<UserValues>({
    initial: emptyUser(),
    check: checkUser,
    submit: async values => {
      const body = bodyOf(values)
      const user = await call('POST /api/users', { body, idempotencyKey: keyFor(body) })
      toast(t('userCreate.done', { name: user.name }), { type: 'success' })
      await navigate({ href: can('User List') ? paths.user(user.id) : paths.userEdit(user.id) })
    },
  })
  return (
    <Card>
      <FormFrame
        form={form}
        submit={t('userCreate.save')}
        cancel={paths.users()}
        refused={form.refusal?.problem.taken_by && <TakenNotice refusal={form.refusal} />}
        takesFocus
      >
        <UserFields form={form} isNew />
      </FormFrame>
    </Card>
  )
}
