import type { ListedUser } from '#contract/users.ts'
import { formatPlainList } from '../../lib/format-values.ts'
import { can, session } from '../../lib/session.ts'
import type { RowSelection } from '../../ui/use-row-selection.ts'

/** What the table and the cards of users have in common. */
export interface UserRowsProps {
  users: readonly ListedUser[]
  /** Null where no action applies to several. */
  selection: RowSelection<ListedUser> | null
}

/** Whether an action on several people applies to this one: active, and not the user. */
export const canSelectUser = ({ id, active }: ListedUser): boolean =>
  active && id !== session()?.user.id && (can('User Edit') || can('RoleAssign Edit'))

/** What a dialog about several people shows of each. */
export type NamedUser = Pick<ListedUser, 'id' | 'name' | 'roles'>

/** A person in a dialog about several. */
export const userRow = ({ id, name, roles }: NamedUser) => ({
  id,
  head: <strong>{name}</strong>,
  detail: formatPlainList(roles.map(role => role.name)) || undefined,
})
