import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { formatShortDay, visitorZone } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { RecordLink } from '../../ui/record-link.tsx'
import rows from '../../ui/row-list.module.css'
import { SelectAll } from '../../ui/select-all.tsx'
import { SelectRow } from '../../ui/select-row.tsx'
import { SortColumn } from '../../ui/sort-column.tsx'
import { Column, Row, Table } from '../../ui/table.tsx'
import { formatWay, formatWhen, stateOf } from './format-invitation.ts'
import { InvitationActions } from './invitation-actions.tsx'
import { type InvitationRowsProps, isOpen, readFilters } from './invitation-filters.ts'
import { InvitationNotes } from './invitation-notes.tsx'

/** Invitations on a wide screen. */
export function InvitationTable({ invitations, selection, onPrint }: InvitationRowsProps) {
  const [params] = useSearchParams<'invitations'>()
  const { sort } = readFilters(params)
  return (
    <Table
      caption={t('invitations.title')}
      acts
      columns={
        <>
          {selection && (
            <Column className={rows.tick}>
              <SelectAll rows={invitations} selection={selection} />
            </Column>
          )}
          <SortColumn by="name" sort={sort} standard="-created">
            {t('users.name')}
          </SortColumn>
          <Column>{t('users.contact')}</Column>
          <Column>{t('invitations.roles')}</Column>
          <SortColumn by="created" sort={sort} standard="-created">
            {t('invitations.invitedOn')}
          </SortColumn>
          <SortColumn by="expires" sort={sort} standard="-created">
            {t('invitations.until')}
          </SortColumn>
          <Column>{t('invitations.status')}</Column>
          <Column>{t('users.actions')}</Column>
        </>
      }
    >
      <tbody>
        {invitations.map(invitation => {
          const { id, person, roles, created_at, expires_at, invited_by } = invitation
          const { tone, word } = stateOf(invitation)
          return (
            <Row key={id} dim={!isOpen(invitation)}>
              {selection && (
                <td>
                  <SelectRow row={invitation} name={person.name} selection={selection} />
                </td>
              )}
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
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
