import type { UserDetails } from '#contract/users.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can, useSession } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { toast } from '../../ui/toast.ts'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { forgetUsers } from './forget-users.ts'
import { TakenNotice } from './taken-notice.tsx'
import { UserFields } from './user-fields.tsx'
import { changesBetween, checkUser, valuesOfUser, type UserValues } from './user-values.ts'

/** Changes a person; only what differs is sent, and nothing typed is lost to a stale save. */
export function EditUser({ user }: { user: UserDetails }) {
  const navigate = useNavigate()
  const own = useSession()?.user.id === user.id
  const [base, setBase] = useState({ values: valuesOfUser(user), revision: user.revision })
  const back = can('User List') ? paths.user(user.id) : paths.users()
  const form = useForm<UserValues>({
    initial: base.values,
    check: checkUser,
    submit: async values => {
      const changes = changesBetween(base.values, values)
      if (Object.keys(changes).length === 0) return toast(t('userEdit.nothingChanged'))
      await call('PUT /api/users/{id}', { params: { id: user.id }, body: { ...changes, revision: base.revision } })
      toast(t('userEdit.done'), { type: 'success' })
      await forgetUsers()
      await navigate({ href: back })
    },
  })
  const readNewest = async () => {
    const newest = await call('GET /api/users/{id}/edit', { params: { id: user.id } })
    const read = { values: valuesOfUser(newest), revision: newest.revision }
    setBase(read)
    return read.values
  }
  const stale = form.refusal?.code === 'stale'
  const taken = form.refusal?.problem.taken_by !== undefined
  return (
    <Card>
      <Form onSubmit={form.onSubmit} problem={stale || taken ? undefined : form.problem}>
        {stale && (
          <StaleNotice
            onKeep={async () => {
              const before = base.values
              const newest = await readNewest()
              // What was not touched here follows the newest; what was typed stays.
              const mine = Object.entries(form.values).filter(([key, value]) => value !== before[key as keyof UserValues])
              form.set({ ...newest, ...Object.fromEntries(mine) })
            }}
            onTake={async () => form.reset(await readNewest())}
          />
        )}
        <TakenNotice refusal={form.refusal} id={user.id} />
        <UserFields form={form} own={own} confirmed={user.phone_verified_at !== null} />
        <FormActions>
          <Button type="submit" kind="primary" busy={form.busy}>
            {t('ui.save')}
          </Button>
          <ButtonLink to={back}>{t('ui.cancel')}</ButtonLink>
        </FormActions>
      </Form>
      <UnsavedGuard isDirty={form.isDirty} />
    </Card>
  )
}
