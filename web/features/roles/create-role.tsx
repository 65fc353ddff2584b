import type { RoleAbility } from '#contract/roles.ts'
import { useNavigate } from '@tanstack/react-router'
import { call, type ResponseBody } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { checkRole, RoleForm, type RoleValues } from './role-form.tsx'

/** Creates a role, then returns to the list if the user may see it. */
export function CreateRole({ offer }: { offer: ResponseBody<'GET /api/roles/create'> }) {
  const navigate = useNavigate()
  const after = can('Role List') ? paths.roles() : paths.admin()
  const form = useForm<RoleValues>({
    initial: { name: '', abilities: [], opens_admin: false, is_mentor: false, single_sign_on_only: false },
    check: checkRole,
    at: { name_taken: 'name' },
    submit: async values => {
      const { name } = await call('POST /api/roles', { body: { ...values, abilities: values.abilities as RoleAbility[] } })
      toast(t('roleForm.created', { name }), { type: 'success' })
      await navigate({ href: after })
    },
  })
  return <RoleForm form={form} offer={offer} submit={t('roleForm.save')} cancel={after} />
}
