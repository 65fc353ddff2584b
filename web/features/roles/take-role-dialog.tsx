import { call } from '../../lib/api.ts'
import { distinctById } from '../../lib/distinct-by-id.ts'
import { t } from '../../lib/messages.ts'
import type { BatchDialogBase } from '../../ui/batch-dialog.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { RoleDialog } from '../users/role-dialog.tsx'
import type { Holder } from './holder.ts'

/** Removes a role from people: shows who does not hold it, and who cannot lose it and why. */
export default function TakeRoleDialog(props: BatchDialogBase<Holder>) {
  const roles = distinctById(props.rows.flatMap(holder => holder.roles)).toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <RoleDialog
      {...props}
      title={t('userBatch.takeRole')}
      roles={roles}
      chosen={roles.length === 1 ? roles[0]?.id : undefined}
      preview="POST /api/role-assign/several/remove/preview"
      reasonToStay={holdsRole => (holdsRole ? undefined : t('userBatch.lacksRole'))}
      confirm={count => t('userBatch.takeRoleConfirm', { count })}
      danger
      send={async body => {
        const { removed, skipped } = await call('POST /api/role-assign/several/remove', { body })
        const undo = () => call('POST /api/role-assign/several', { body: { ...body, user_ids: removed } })
        if (removed.length > 0) toastWithUndo(t('userBatch.roleTaken', { count: removed.length }), undo)
        return skipped
      }}
    />
  )
}
