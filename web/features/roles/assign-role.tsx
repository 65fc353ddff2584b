import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call, queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { FormFrame } from '../../ui/form-frame.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import styles from './assigned.module.css'
import { PersonSearch, type Candidate } from './person-search.tsx'
import { RoleChoices } from './role-choices.tsx'

/** Assigns additional roles to a person. */
export function AssignRole({ offer }: { offer: ResponseBody<'GET /api/role-assign/create'> }) {
  const navigate = useNavigate()
  const form = useForm<{ user_id: Candidate | null; role_ids: readonly string[] }>({
    initial: { user_id: null, role_ids: [] },
    check: ({ user_id, role_ids }) => ({
      ...(!user_id && { user_id: t('roleAssignCreate.personMissing') }),
      ...(role_ids.length === 0 && { role_ids: t('roleAssignCreate.rolesMissing') }),
    }),
    submit: async ({ user_id: person, role_ids }) => {
      if (!person) return
      const { user, roles } = await call('POST /api/role-assign', { body: { user_id: person.id, role_ids: [...role_ids] } })
      const given = new Set(role_ids.filter(id => !held.includes(id)))
      const before = roles.flatMap(({ id }) => (given.has(id) ? [] : [id]))
      toastWithUndo(t('roleAssignCreate.done', { name: person.name, count: role_ids.length }), () =>
        call('POST /api/role-assign-update', { body: { user_id: person.id, role_ids: before, revision: user.revision } }),
      )
      await navigate({ href: paths.roleAssignEdit(person.id) })
    },
  })
  const { user_id: person, role_ids } = form.values
  const held = useHeldRoles(person)
  return (
    <FormFrame form={form} submit={t('roleAssignCreate.save')} cancel={paths.roleAssign()}>
      <section className={styles.section} aria-label={t('roleAssignCreate.who')}>
        <h2 className={styles.title}>{t('roleAssignCreate.who')}</h2>
        <PersonSearch chosen={person} error={form.errors.user_id} onChoose={user_id => form.set({ user_id, role_ids: [] })} />
      </section>
      {person && (
        <div className={styles.section}>
          <RoleChoices
            all={offer.all_roles}
            value={role_ids}
            kept={held}
            error={form.errors.role_ids}
            onChange={ids => form.set({ role_ids: ids })}
          />
        </div>
      )}
    </FormFrame>
  )
}

/** The roles that the person already holds. */
function useHeldRoles(person: Candidate | null): string[] {
  const { data } = useQuery({
    ...queryOptionsOf('GET /api/role-assign-edit/{id}', { params: { id: person?.id ?? '' } }),
    enabled: person !== null,
  })
  return data && data.user.id === person?.id ? data.roles.map(({ id }) => id) : []
}
