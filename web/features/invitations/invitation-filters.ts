import type { Invitation, InvitationStatus } from '#contract/invitations.ts'
import type { Params } from '../../lib/search-params.ts'
import { sortParam } from '../../lib/sort-param.ts'
import type { RowSelection } from '../../ui/use-row-selection.ts'

const statuses: readonly InvitationStatus[] = ['pending', 'accepted', 'expired', 'revoked']
const orders = ['-created', 'created', 'name', '-name', 'expires', '-expires'] as const

/** The filters and the order in the address. */
export const readFilters = ({ status, search, sort }: Params) => ({
  status: statuses.find(known => known === status),
  search: search?.trim() || undefined,
  sort: sortParam(sort, orders),
})

/** Whether it can still be sent, printed or revoked. */
export const isOpen = ({ status }: Invitation): boolean => status === 'pending' || status === 'expired'

/** What the table and the cards of invitations have in common. */
export interface InvitationRowsProps {
  invitations: readonly Invitation[]
  /** Null where no action applies to several. */
  selection: RowSelection<Invitation> | null
  onPrint: (ids: readonly string[]) => void
}
