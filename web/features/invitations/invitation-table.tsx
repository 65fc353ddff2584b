import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { formatShortDay } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Badge } from '../../ui/badge.tsx'
import { RecordLink } from '../../ui/record-link.tsx'
import rows from '../../ui/row-list.module.css'
import { SortedTable } from '../../ui/sorted-table.tsx'
import { formatWay, formatWhen, stateOf } from './format-invitation.ts'
import { InvitationActions } from './invitation-actions.tsx'
import { type InvitationRowsProps, isOpen, readFilters } from './invitation-filters.ts'
import { InvitationNotes } from './invitation-notes.tsx'

/** Invitations on a wide screen. */
export function InvitationTable({ invitations, selection, onPrint }: InvitationRowsProps) {
  const [params] = useSearchParams<'invitations'>()
  return (
    <SortedTable
      caption={t('invitations.title')}
      columns={[
        { label: t('users.name'), by: 'name' },
        { label: t('users.contact') },
        { label: t('invitations.roles') },
        { label: t('invitations.invitedOn'), by: 'created' },
        { label: t('invitations.until'), by: 'expires' },
        { label: t('invitations.status') },
        { label: t('users.actions') },
      ]}
      sort={readFilters(params).sort}
      standard="-created"
      entries={invitations}
      selection={selection}
      nameOf={({ person }) => person.name}
      acts
      isDim={invitation => !isOpen(invitation)}
    >
      {invitation => {
        const { person, roles, created_at, expires_at, invited_by } = invitation
        const { tone, word } = stateOf(invitation)
        return (
          <>
            <th scope="row">
              <span className={rows.who}>
                {can('User List') ? <RecordLink to={paths.user(person.id)}>{person.name}</RecordLink> : person.name}
              </span>
            </th>
            <td className={rows.words}>{formatWay(invitation)}</td>
            <td className={rows.words}>{roles.map(role => role.name).join(', ')}</td>
            <td className={rows.words}>
              {formatShortDay(created_at, visitorZone())}
              <span className={rows.second}>{t('invitations.by', { name: invited_by.name })}</span>
            </td>
            <td className={rows.day}>{formatShortDay(expires_at, visitorZone())}</td>
            <td className={rows.words}>
              <Badge tone={tone}>{word}</Badge>
              {!isOpen(invitation) && <span className={rows.second}>{formatWhen(invitation)}</span>}
              <InvitationNotes invitation={invitation} />
            </td>
            <td>
              <span className={rows.end}>
                <InvitationActions invitation={invitation} onPrint={onPrint} />
              </span>
            </td>
          </>
        )
      }}
    </SortedTable>
  )
}
