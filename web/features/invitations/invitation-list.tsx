import type { Invitation } from '#contract/invitations.ts'
import type { ComponentProps } from 'react'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Pager } from '../../ui/pager.tsx'
import rows from '../../ui/row-list.module.css'
import { SortField } from '../../ui/sort-column.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { useWide } from '../../ui/use-wide.ts'
import { InvitationBar } from './invitation-bar.tsx'
import { InvitationCards } from './invitation-cards.tsx'
import { isOpen, readFilters } from './invitation-filters.ts'
import { InvitationTable } from './invitation-table.tsx'

interface InvitationListProps {
  invitations: readonly Invitation[]
  meta: ComponentProps<typeof Pager>['meta']
  busy: boolean
  onPrint: (ids: readonly string[]) => void
}

/** Every invitation with its state, and what can be done with it. */
export function InvitationList({ invitations, meta, busy, onPrint }: InvitationListProps) {
  const wide = useWide(68)
  const [params] = useSearchParams<'invitations'>()
  const { sort, status, search } = readFilters(params)
  const selection = useRowSelection(invitations, isOpen)
  const List = wide ? InvitationTable : InvitationCards
  return (
    <div tabIndex={-1} className={rows.found} aria-busy={busy}>
      {meta.total === 0 ? (
        <EmptyState title={t(status || search ? 'invitations.noMatch' : 'invitations.none')}>
          <p>{t('invitations.noneText')}</p>
        </EmptyState>
      ) : (
        <>
          {!wide && <SortField sort={sort} standard="-created" options={orderOptions()} />}
          <List invitations={invitations} selection={invitations.some(isOpen) ? selection : null} onPrint={onPrint} />
          <Pager meta={meta} />
        </>
      )}
      <InvitationBar selection={selection} onPrint={onPrint} />
    </div>
  )
}

const orderOptions = () => [
  { value: '-created' as const, label: t('users.sort.createdLast') },
  { value: 'created' as const, label: t('users.sort.created') },
  { value: 'name' as const, label: t('users.sort.name') },
  { value: '-name' as const, label: t('users.sort.nameLast') },
  { value: 'expires' as const, label: t('invitations.sort.expires') },
  { value: '-expires' as const, label: t('invitations.sort.expiresLast') },
]
