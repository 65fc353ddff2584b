import { wildcard } from '#contract/granted.ts'
import type { ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Card } from '../../ui/card.tsx'
import styles from './assigned.module.css'
import { formatAbility } from './format-role.ts'

type Access = ResponseBody<'GET /api/users/{id}/abilities'>

/** The roles that grant each of a user's abilities. */
export function AccessExplanation({ explained }: { explained: Access }) {
  const { user, abilities, opens_admin, is_mentor } = explained
  const rows = [
    { what: t('accessExplanation.admin'), ability: '', roles: opens_admin },
    { what: t('accessExplanation.mentor'), ability: '', roles: is_mentor },
    ...abilities.map(({ ability, roles }) => ({
      what: ability === wildcard ? t('accessExplanation.everything') : formatAbility(ability),
      ability,
      roles,
    })),
  ].filter(({ roles }) => roles.length > 0)
  return (
    <Card as="section" label={t('accessExplanation.title')}>
      <h2 className={styles.title}>{t('accessExplanation.title')}</h2>
      {rows.length === 0 ? (
        <p className="soft">{t('accessExplanation.nothing', { name: user.name })}</p>
      ) : (
        <>
          <p className="soft small">
            {t('accessExplanation.lead', { name: user.name })} {t('accessExplanation.saved')}
          </p>
          <table className={styles.why}>
            <thead>
              <tr>
                <th scope="col">{t('accessExplanation.ability')}</th>
                <th scope="col">{t('accessExplanation.granted')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ what, ability, roles }) => (
                <tr key={what}>
                  <th scope="row">
                    {what}
                    {ability && <span className="soft"> · {ability}</span>}
                  </th>
                  <td>{roles.map(({ name }) => name).join(', ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Card>
  )
}
