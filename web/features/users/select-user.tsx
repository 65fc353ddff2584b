import type { ListedUser } from '#contract/users.ts'
import { formatPlainList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { can, session } from '../../lib/session.ts'
import { RowCheckbox } from '../../ui/row-checkbox.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'

export interface UserRowsProps {
  users: readonly ListedUser[]
  /** Null where no action applies to several. */
  selection: RowSelection<ListedUser> | null
}

/** Whether an action on several people applies to this one: active, and not the user. */
export const canSelectUser = ({ id, active }: ListedUser): boolean =>
  active && id !== session()?.user.id && (can('User Edit') || can('RoleAssign Edit'))

/** Selects a person; nothing where no action applies. */
export const SelectUser = ({ user, selection }: { user: ListedUser; selection: RowSelection<ListedUser> }) =>
  selection.canSelect(user) ? (
    <RowCheckbox
      label={t('workingList.chooseOf', { name: user.name })}
      checked={selection.ids.has(user.id)}
      onToggle={extend => selection.toggle(user.id, extend)}
    />
  ) : null

/** A person in a dialog about several. */
export const userRow = ({ id, name, roles }: ListedUser) => ({
  id,
  head: <strong>{name}</strong>,
  detail: formatPlainList(roles.map(role => role.name)) || undefined,
})
