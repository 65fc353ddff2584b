import type { UserDetails } from '#contract/users.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { afterStale } from '../../lib/after-stale.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { can, updateUser, useSession } from '../../lib/session.ts'
import { useAskedReason } from '../../ui/asked-reason.tsx'
import { Card } from '../../ui/card.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toast } from '../../ui/toast.ts'
import { PhotoSection } from '../profile/photo-section.tsx'
import { TakenNotice } from './taken-notice.tsx'
import { UserFields } from './user-fields.tsx'
import { changesBetween, checkUser, valuesOfUser, type UserValues } from './user-values.ts'
import styles from './users.module.css'

/** Changes a user. Only changed fields are sent, and a stale save keeps the input. */
export function EditUser({ user }: { user: UserDetails }) {
  const navigate = useNavigate()
  const self = useSession()?.user
  const own = self?.id === user.id
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
      await navigate({ href: back })
    },
  })
  const readNewest = async () => {
    const newest = await call('GET /api/users/{id}/edit', { params: { id: user.id } })
    const read = { values: valuesOfUser(newest), revision: newest.revision }
    setBase(read)
    return read.values
  }
  const photoCalls = {
    send: (picture: FormData) => call('POST /api/users/{id}/photo', { params: { id: user.id }, form: picture }),
    remove: () => call('DELETE /api/users/{id}/photo', { params: { id: user.id } }),
  }
  const photoSaved = (newest: UserDetails) => {
    if (own) updateUser({ ...self, photo: newest.photo })
    // A revision further ahead has other changes too, which saving the form finds out.
    setBase(before => (newest.revision === before.revision + 1 ? { ...before, revision: newest.revision } : before))
  }
  const askedReason = useAskedReason(form)
  if (askedReason) return askedReason
  return (
    <div className={styles.column}>
      <PhotoSection user={user} hint={t('userEdit.photoHint')} calls={photoCalls} onSaved={photoSaved} />
      <Card>
        <FormFrame
          form={form}
          submit={t('ui.save')}
          takesFocus={isRefusal(form.refusal, 'reason_required')}
          cancel={back}
          stale={afterStale(form, readNewest)}
          refused={form.refusal?.problem.taken_by && <TakenNotice refusal={form.refusal} id={user.id} />}
        >
          <UserFields
            form={form}
            own={own}
            works={user.roles.length > 0}
            mentor={user.mentor}
            confirmed={{ phone: user.phone_verified_at !== null, email: user.email_verified_at !== null }}
            signsIn={user.signs_in}
          />
        </FormFrame>
      </Card>
    </div>
  )
}
