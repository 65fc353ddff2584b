import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import type { ResponseBody } from '../../lib/api.ts'
import { can } from '../../lib/session.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import styles from './role-form.module.css'

const shown = 8

/** The users that a change of this role concerns. */
export function RoleHolders({ opened: { role, holders, holders_total } }: { opened: ResponseBody<'GET /api/roles/{id}/edit'> }) {
  const named = holders.slice(0, shown)
  return (
    <Card as="section" label={t('roleForm.whoHolds')}>
      <h2 className={styles.title}>{t('roleForm.whoHolds')}</h2>
      {holders_total === 0 ? (
        <p className="soft small">{t('roleForm.notAssigned')}</p>
      ) : (
        <>
          <p className="soft small">{t('roleForm.affects', { count: holders_total })}</p>
          <ul className={styles.people}>
            {named.map(({ id, name, photo }) => (
              <li key={id} className={styles.person}>
                <PrivateAvatar name={name} photo={photo} size="small" />
                {can('RoleAssign List') ? <Link to={paths.roleAssignEdit(id)}>{name}</Link> : <span>{name}</span>}
              </li>
            ))}
          </ul>
          {holders_total > named.length && <p className="soft small">{t('roleForm.moreHold', { count: holders_total - named.length })}</p>}
          {can('RoleAssign List') && <Link to={paths.roleAssign({ role: role.id })}>{t('roleForm.showHolders')}</Link>}
        </>
      )}
    </Card>
  )
}
