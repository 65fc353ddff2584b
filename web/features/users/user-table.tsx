import type { ListedUser } from '#contract/users.ts'
import { IconPencil } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { sayPhone } from '../../lib/phone.ts'
import styles from './user-table.module.css'

/** People at a desk: a row each; the header stays. */
export function UserTable({ users }: { users: readonly ListedUser[] }) {
  const edits = can('User Edit')
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t('users.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('users.name')}</th>
          <th scope="col">{t('users.phone')}</th>
          <th scope="col">{t('users.email')}</th>
          <th scope="col">{t('users.roles')}</th>
          {edits && (
            <th scope="col" className={styles.end}>
              {t('users.actions')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {users.map(user => (
          <tr key={user.id} className={user.active ? styles.row : `${styles.row} ${styles.inactive}`}>
            <th scope="row">
              <span className={styles.who}>
                <Avatar name={user.name} photo={user.photo} size="small" />
                <Link to={paths.user(user.id)}>{user.name}</Link>
                {!user.active && <Badge>{t('users.inactive')}</Badge>}
              </span>
            </th>
            <td className={styles.phone}>{user.phone ? sayPhone(user.phone) : <span className="soft">{t('users.noPhone')}</span>}</td>
            <td className={styles.email}>{user.email}</td>
            <td>
              <span className={styles.roles}>
                {user.roles.map(role => (
                  <Badge key={role.id} tone="accent">
                    {role.name}
                  </Badge>
                ))}
              </span>
            </td>
            {edits && (
              <td className={styles.end}>
                <Link to={paths.userEdit(user.id)} className={styles.edit} aria-label={t('users.editOf', { name: user.name })}>
                  <IconPencil size={18} aria-hidden="true" />
                  {t('users.edit')}
                </Link>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
