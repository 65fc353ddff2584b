import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, freshKey } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can, useSession } from '../../lib/session.ts'
import { visitorZone } from '../../lib/time.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { forgetUsers } from './forget-users.ts'
import { TakenNotice } from './taken-notice.tsx'
import { UserFields } from './user-fields.tsx'
import { bodyOf, checkUser, emptyUser, type UserValues } from './user-values.ts'

/** Adds somebody who cannot or does not want to register alone. */
export function CreateUser() {
  const navigate = useNavigate()
  const zone = useSession()?.user.time_zone ?? visitorZone()
  const [key, setKey] = useState({ body: '', value: freshKey() })
  const form = useForm<UserValues>({
    initial: emptyUser(zone),
    check: checkUser,
    submit: async values => {
      const body = bodyOf(values)
      const text = JSON.stringify(body)
      const idempotencyKey = text === key.body ? key.value : freshKey()
      setKey({ body: text, value: idempotencyKey })
      const user = await call('POST /api/users', { body, idempotencyKey })
      toast(t('userCreate.done', { name: user.name }), { type: 'success' })
      await forgetUsers()
      await navigate({ href: can('User List') ? paths.user(user.id) : paths.userEdit(user.id) })
    },
  })
  const taken = form.refusal?.problem.taken_by !== undefined
  return (
    <Card>
      <Form onSubmit={form.onSubmit} problem={taken ? undefined : form.problem} takesFocus>
        <TakenNotice refusal={form.refusal} />
        <UserFields form={form} />
        <FormActions>
          <Button type="submit" kind="primary" busy={form.busy}>
            {t('userCreate.save')}
          </Button>
          <ButtonLink to={paths.users()}>{t('ui.cancel')}</ButtonLink>
        </FormActions>
      </Form>
      <UnsavedGuard isDirty={form.isDirty} />
    </Card>
  )
}
