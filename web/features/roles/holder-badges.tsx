import { t } from '../../lib/messages.ts'
import { Badge } from '../../ui/badge.tsx'
import rows from '../../ui/row-list.module.css'
import type { Holder } from './holder.ts'

/** The roles of a person, and whether the person is inactive. */
export const HolderBadges = ({ holder: { active, roles } }: { holder: Holder }) => (
  <span className={rows.badges}>
    {!active && <Badge tone="warm">{t('roleAssign.inactive')}</Badge>}
    {roles.map(({ id, name, opens_admin }) => (
      <Badge key={id} tone={opens_admin ? 'accent' : 'note'}>
        {name}
      </Badge>
    ))}
  </span>
)
