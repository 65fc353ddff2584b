import { useQuery } from '@tanstack/react-query'
import { call, queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import type { BatchDialogBase } from '../../ui/batch-dialog.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { RoleDialog } from './role-dialog.tsx'
import type { NamedUser } from './select-user.tsx'

/** Assigns a role to people: shows who holds it already, and who cannot have it and why. */
export default function GiveRoleDialog(props: BatchDialogBase<NamedUser>) {
  const roles = useQuery(queryOptionsOf('GET /api/role-assign/create')).data?.all_roles ?? []
  return (
    <RoleDialog
      {...props}
      title={t('userBatch.giveRoleTitle')}
      roles={roles}
      preview="POST /api/role-assign/several/preview"
      reasonToStay={holdsRole => (holdsRole ? t('userBatch.holdsRole') : undefined)}
      confirm={count => t('userBatch.giveRoleConfirm', { count })}
      send={async body => {
        const { assigned, skipped } = await call('POST /api/role-assign/several', { body })
        const undo = () => call('POST /api/role-assign/several/remove', { body: { ...body, user_ids: assigned } })
        if (assigned.length > 0) toastWithUndo(t('userBatch.roleGiven', { count: assigned.length }), undo)
        return skipped
      }}
    />
  )
}
