import type { Skipped } from '#contract/batch.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { useBatchPreview } from '../../lib/use-batch-preview.ts'
import { BatchDialog, type BatchDialogBase } from '../../ui/batch-dialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { type NamedUser, userRow } from './select-user.tsx'

/** The body of a call: one role of several people. */
interface RoleOfSeveral {
  role_id: string
  user_ids: string[]
}

interface RoleDialogProps extends BatchDialogBase<NamedUser> {
  title: string
  roles: readonly { id: string; name: string }[]
  /** The role that is chosen at first. */
  chosen?: string | undefined
  preview: 'POST /api/role-assign/several/preview' | 'POST /api/role-assign/several/remove/preview'
  /** Why nothing happens to a person, if so. */
  reasonToStay: (holdsRole: boolean) => string | undefined
  confirm: (count: number) => string
  danger?: boolean
  send: (body: RoleOfSeveral) => Promise<Skipped>
}

/** Gives a role to people or takes it from them: the choice of the role, and what happens to each person. */
export function RoleDialog({ rows, roles, chosen = '', preview: name, reasonToStay, send, ...dialog }: RoleDialogProps) {
  const [role, setRole] = useState(chosen)
  const bodyOf = (ids: Iterable<string>): RoleOfSeveral => ({ role_id: role, user_ids: [...ids] })
  const preview = useBatchPreview(name, role ? bodyOf(rows.map(({ id }) => id)) : null)
  const outcomes =
    preview.data &&
    new Map(preview.data.users.map(({ id, problem, holds_it }) => [id, { blocked: problem?.message ?? reasonToStay(holds_it) }]))
  return (
    <BatchDialog {...dialog} rows={rows.map(userRow)} outcomes={outcomes} preview={preview} send={ids => send(bodyOf(ids))}>
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
