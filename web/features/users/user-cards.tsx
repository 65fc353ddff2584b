import type { ListedUser } from '#contract/users.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { RecordLink } from '../../ui/record-link.tsx'
import { SelectRow } from '../../ui/select-row.tsx'
import { formatPhone } from '../../lib/phone.ts'
import { formatShortDay } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import type { UserRowsProps } from './select-user.tsx'
import styles from './users.module.css'

/** Users on a phone, as cards. */
export function UserCards({ users, selection }: UserRowsProps) {
  return (
    <ul className={styles.cards} aria-label={t('users.caption')}>
      {users.map(user => (
        <UserCard key={user.id} user={user} selection={selection} />
      ))}
    </ul>
  )
}

function UserCard({ user, selection }: { user: ListedUser; selection: UserRowsProps['selection'] }) {
  const { id, name, photo, phone, email, active, roles, visits } = user
  return (
    <Card as="li">
      <div className={styles.person}>
        {selection && <SelectRow row={user} name={user.name} selection={selection} />}
        <PrivateAvatar name={name} photo={photo} />
        <div className={styles.personText}>
          <h2 className={styles.personName}>
            <RecordLink to={paths.user(id)}>{name}</RecordLink>
          </h2>
          <p className="small tabular">{phone ? formatPhone(phone) : <span className="soft">{t('users.noPhone')}</span>}</p>
          {email && <p className="soft small">{email}</p>}
          {visits?.next_at && <p className="small">{t('users.nextAt', { day: formatShortDay(visits.next_at, visitorZone()) })}</p>}
          {(!active || roles.length > 0) && (
            <p className={styles.badges}>
              {!active && <Badge>{t('users.inactive')}</Badge>}
              {roles.map(role => (
                <Badge key={role.id} tone="accent">
                  {role.name}
                </Badge>
              ))}
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}
