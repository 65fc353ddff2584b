import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import rows from '../../ui/row-list.module.css'
import { SelectRow } from '../../ui/select-row.tsx'
import { formatWay, formatWhen, stateOf } from './format-invitation.ts'
import { InvitationActions } from './invitation-actions.tsx'
import type { InvitationRowsProps } from './invitation-filters.ts'
import { InvitationNotes } from './invitation-notes.tsx'

/** Invitations on a phone. */
export const InvitationCards = ({ invitations, selection, onPrint }: InvitationRowsProps) => (
  <ul className={rows.list}>
    {invitations.map(invitation => {
      const { id, person, roles, invited_by } = invitation
      const { tone, word } = stateOf(invitation)
      const by = t('invitations.by', { name: invited_by.name })
      return (
        <Card as="li" key={id}>
          <div className={selection?.canSelect(invitation) ? rows.selectable : undefined}>
            {selection && <SelectRow row={invitation} name={person.name} selection={selection} />}
            <div className={rows.row}>
              <div className={rows.what}>
                <h2>{can('User List') ? <Link to={paths.user(person.id)}>{person.name}</Link> : person.name}</h2>
                <p className={rows.facts}>
                  <Badge tone={tone}>{word}</Badge>
                  <span>{formatWay(invitation)}</span>
                  <span>{formatWhen(invitation)}</span>
                </p>
                <p className="soft small">{roles.length > 0 ? `${roles.map(role => role.name).join(', ')} · ${by}` : by}</p>
                <InvitationNotes invitation={invitation} />
              </div>
              <div className={rows.actions}>
                <InvitationActions invitation={invitation} onPrint={onPrint} />
              </div>
            </div>
          </div>
        </Card>
      )
    })}
  </ul>
)
