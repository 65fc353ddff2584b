import type { ResponseBody } from '../../lib/api.ts'
import { idParam } from '../../lib/param-values.ts'
import type { Params } from '../../lib/search-params.ts'
import { can, session } from '../../lib/session.ts'
import { sortParam } from '../../lib/sort-param.ts'
import type { RowSelection } from '../../ui/use-row-selection.ts'

type Listed = ResponseBody<'GET /api/assigned-users'>['data'][number]

/** A person who holds roles, as a row of the list. */
export type Holder = Listed['user'] & Pick<Listed, 'roles' | 'assigned_at'>

/** A person of the answer as a row. */
export const toHolder = ({ user, ...more }: Listed): Holder => ({ ...user, ...more })

/** What the table and the cards of holders have in common. */
export interface HolderRowsProps {
  holders: readonly Holder[]
  /** Null where no action applies to several. */
  selection: RowSelection<Holder> | null
}

/** Whether roles of this person can be given and removed together with others’: not the user’s own. */
export const canSelectHolder = ({ id }: Holder): boolean => can('RoleAssign Edit') && id !== session()?.user.id

const orders = ['name', '-name', 'assigned', '-assigned'] as const

/** The filters and the order in the address. */
export const readFilters = ({ search, role, sort }: Params) => ({
  search: search?.trim().slice(0, 120) || undefined,
  role_id: idParam(role),
  sort: sortParam(sort, orders),
})
