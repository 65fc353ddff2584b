import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useBatchPreview } from '../../lib/use-batch-preview.ts'
import { BatchDialog, type BatchDialogBase } from '../../ui/batch-dialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { type NamedUser, userRow } from './select-user.tsx'

/** Assigns a role to people: shows who holds it already, and who cannot have it and why. */
export default function GiveRoleDialog({ rows, onClose, onDone }: BatchDialogBase<NamedUser>) {
  const [role, setRole] = useState('')
  const roles = useQuery(queryOptionsOf('GET /api/role-assign/create')).data?.all_roles ?? []
  const body = (ids: readonly string[]) => ({ role_id: role, user_ids: [...ids] })
  const preview = useBatchPreview('POST /api/role-assign/several/preview', role ? body(rows.map(({ id }) => id)) : null)
  const outcomes =
    preview.data &&
    new Map(
      preview.data.users.map(({ id, problem, holds_it }) => [
        id,
        { blocked: problem?.message ?? (holds_it ? t('userBatch.holdsRole') : undefined) },
      ]),
    )
  return (
    <BatchDialog
      title={t('userBatch.giveRoleTitle')}
      rows={rows.map(userRow)}
      outcomes={outcomes}
      preview={preview}
      confirm={count => t('userBatch.giveRoleConfirm', { count })}
      send={async ids => {
        const { assigned, skipped } = await call('POST /api/role-assign/several', { body: body([...ids]) })
        const undo = () => call('POST /api/role-assign/several/remove', { body: body(assigned) })
        if (assigned.length > 0) toastWithUndo(t('userBatch.roleGiven', { count: assigned.length }), undo)
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
