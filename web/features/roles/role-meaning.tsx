import type { Role } from '#contract/roles.ts'
import { t } from '../../lib/messages.ts'
import { Card } from '../../ui/card.tsx'
import styles from './role-form.module.css'
import { formatAbility, formatRole, missingCompanions } from './format-role.ts'

/** What a person with this role can do, updated with every change. */
export function RoleMeaning({ role }: { role: Pick<Role, 'abilities' | 'opens_admin' | 'is_mentor'> }) {
  return (
    <Card as="section" label={t('roleForm.meaning')}>
      <h2 className={styles.title}>{t('roleForm.meaning')}</h2>
      <p className={styles.sentence} role="status">
        {formatRole(role)}
      </p>
      {missingCompanions(role.abilities).map(({ ability, companion }) => (
        <p key={ability} className="soft small">
          {t('roleForm.companion', { ability: formatAbility(ability), companion: formatAbility(companion) })}
        </p>
      ))}
    </Card>
  )
}
