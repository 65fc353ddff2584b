import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { distinctById } from '../../lib/distinct-by-id.ts'
import { t } from '../../lib/messages.ts'
import { useBatchPreview } from '../../lib/use-batch-preview.ts'
import { BatchDialog, type BatchDialogBase } from '../../ui/batch-dialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { userRow } from '../users/select-user.tsx'
import type { Holder } from './holder.ts'

/** Removes a role from people: shows who does not hold it, and who cannot lose it and why. */
export default function TakeRoleDialog({ rows, onClose, onDone }: BatchDialogBase<Holder>) {
  const roles = distinctById(rows.flatMap(holder => holder.roles)).toSorted((a, b) => a.name.localeCompare(b.name))
  const [role, setRole] = useState(roles.length === 1 ? (roles[0]?.id ?? '') : '')
  const body = (ids: readonly string[]) => ({ role_id: role, user_ids: [...ids] })
  const preview = useBatchPreview('POST /api/role-assign/several/remove/preview', role ? body(rows.map(({ id }) => id)) : null)
  const outcomes =
    preview.data &&
    new Map(
      preview.data.users.map(({ id, problem, holds_it }) => [
        id,
        { blocked: problem?.message ?? (holds_it ? undefined : t('userBatch.lacksRole')) },
      ]),
    )
  return (
    <BatchDialog
      title={t('userBatch.takeRole')}
      rows={rows.map(userRow)}
      outcomes={outcomes}
      preview={preview}
      confirm={count => t('userBatch.takeRoleConfirm', { count })}
      danger
      send={async ids => {
        const { removed, skipped } = await call('POST /api/role-assign/several/remove', { body: body([...ids]) })
        const undo = () => call('POST /api/role-assign/several', { body: body(removed) })
        if (removed.length > 0) toastWithUndo(t('userBatch.roleTaken', { count: removed.length }), undo)
        return skipped
      }}
      onClose={onClose}
      onDone={onDone}
    >
      <SelectField
        label={t('userBatch.role')}
        name="role"
        placeholder={t('bulk.choose')}
        options={namedOptions(roles)}
        value={role}
        onChange={setRole}
      />
    </BatchDialog>
  )
}
