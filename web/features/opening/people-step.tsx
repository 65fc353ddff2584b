import type { Opening } from '#contract/opening.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can, useSession } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import styles from './opening.module.css'

/** Makes the administrator a mentor too, or leads to the invitations. */
export function PeopleStep({ role }: { role: Opening['mentor_role'] }) {
  const user = useSession()?.user
  const giving = useApiMutation('POST /api/role-assign', { success: t('opening.justMeDone') })
  return (
    <div className={styles.buttons}>
      {can('RoleAssign Edit') && role && user && (
        <Button kind="primary" busy={giving.isPending} onClick={() => giving.mutate({ body: { user_id: user.id, role_ids: [role.id] } })}>
          {t('opening.justMe')}
        </Button>
      )}
      {can('User Edit') && <ButtonLink to={paths.invitations({ new: 'one' })}>{t('opening.invite')}</ButtonLink>}
    </div>
  )
}
