import type { RoleAbility } from '#contract/roles.ts'
import { useState } from 'react'
import { afterStale } from '../../lib/after-stale.ts'
import { call, type ResponseBody } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { readOnlyReason } from './role-limits.ts'
import { checkRole, RoleForm, type RoleValues } from './role-form.tsx'
import { RoleHolders } from './role-holders.tsx'
import { RoleMeaning } from './role-meaning.tsx'
import styles from './role-form.module.css'

type OpenedRole = ResponseBody<'GET /api/roles/{id}/edit'>

/** A role: its form, or its description if it grants more than the user holds. */
export function EditRole({ opened }: { opened: OpenedRole }) {
  const why = readOnlyReason(opened.role)
  if (!why) return <EditForm opened={opened} />
  return (
    <>
      <Notice>
        <p>{why}</p>
      </Notice>
      <div className={styles.columns}>
        <RoleMeaning role={opened.role} />
        <RoleHolders opened={opened} />
      </div>
    </>
  )
}

const valuesOf = ({ name, abilities, opens_admin, is_mentor, single_sign_on_only }: OpenedRole['role']): RoleValues => ({
  name,
  abilities,
  opens_admin,
  is_mentor,
  single_sign_on_only,
})

function EditForm({ opened }: { opened: OpenedRole }) {
  const { id } = opened.role
  const [revision, setRevision] = useState(opened.role.revision)
  const form = useForm<RoleValues>({
    initial: valuesOf(opened.role),
    check: checkRole,
    at: { name_taken: 'name' },
    submit: async values => {
      const body = { ...values, abilities: values.abilities as RoleAbility[], revision }
      const saved = await call('PUT /api/roles/{id}', { params: { id }, body })
      setRevision(saved.revision)
      toast(t('roleForm.saved'), { type: 'success' })
    },
  })
  const readNewest = async () => {
    const { role } = await call('GET /api/roles/{id}/edit', { params: { id } })
    setRevision(role.revision)
    return role
  }
  return (
    <RoleForm
      form={form}
      offer={opened}
      submit={t('roleForm.saveChanges')}
      stale={afterStale(form, async () => valuesOf(await readNewest()))}
      aside={<RoleHolders opened={opened} />}
    />
  )
}
