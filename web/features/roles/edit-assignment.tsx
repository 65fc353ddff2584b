import { useState } from 'react'
import { afterStale } from '../../lib/after-stale.ts'
import { call, type ResponseBody } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { session } from '../../lib/session.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { toast } from '../../ui/toast.ts'
import { RoleChoices } from './role-choices.tsx'
import styles from './assigned.module.css'

type Assignment = ResponseBody<'GET /api/role-assign-edit/{id}'>

const idsOf = ({ roles }: Assignment): readonly string[] => roles.map(({ id }) => id)

/** Changes a user's roles. */
export function EditAssignment({ opened }: { opened: Assignment }) {
  const { user } = opened
  const [revision, setRevision] = useState(user.revision)
  const [saved, setSaved] = useState(idsOf(opened))
  const write = async (role_ids: readonly string[], known: number) => {
    const answer = await call('POST /api/role-assign-update', { body: { user_id: user.id, role_ids: [...role_ids], revision: known } })
    setRevision(answer.user.revision)
    setSaved(idsOf(answer))
    return answer
  }
  const form = useForm<{ role_ids: readonly string[] }>({
    initial: { role_ids: saved },
    submit: async ({ role_ids }) => {
      if (role_ids.toSorted().join() === saved.toSorted().join()) return toast(t('roleAssignEdit.nothingChanged'))
      const { user: changed } = await write(role_ids, revision)
      toastWithUndo(t('roleAssignEdit.saved', { name: user.name }), async () => {
        form.reset({ role_ids: idsOf(await write(saved, changed.revision)) })
      })
    },
  })
  const readNewest = async () => {
    const newest = await call('GET /api/role-assign-edit/{id}', { params: { id: user.id } })
    setRevision(newest.user.revision)
    setSaved(idsOf(newest))
    return newest
  }
  return (
    <FormFrame
      form={form}
      submit={t('roleAssignEdit.save')}
      stale={afterStale(form, async () => ({ role_ids: idsOf(await readNewest()) }))}
    >
      {user.id === session()?.user.id && (
        <Notice kind="warning">
          <p>{t('roleAssignEdit.self')}</p>
        </Notice>
      )}
      {!user.active && (
        <Notice>
          <p>{t('roleAssignEdit.inactive')}</p>
        </Notice>
      )}
      <div className={styles.section}>
        <RoleChoices
          all={opened.all_roles}
          value={form.values.role_ids}
          error={form.errors.role_ids}
          onChange={role_ids => form.set({ role_ids })}
        />
      </div>
    </FormFrame>
  )
}
