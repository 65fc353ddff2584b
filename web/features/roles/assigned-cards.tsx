import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { SelectRow } from '../../ui/select-row.tsx'
import styles from './assigned.module.css'
import { HolderBadges } from './holder-badges.tsx'
import type { HolderRowsProps } from './holder.ts'

/** People with roles on a phone. */
export const AssignedCards = ({ holders, selection }: HolderRowsProps) => (
  <ul className={styles.rows} aria-label={t('roleAssign.caption')}>
    {holders.map(holder => (
      <li key={holder.id} className={styles.row}>
        {selection && <SelectRow row={holder} name={holder.name} selection={selection} />}
        <PrivateAvatar name={holder.name} photo={holder.photo} />
        <div className={styles.who}>
          <strong>{holder.name}</strong>
          <span className="soft small tabular">{holder.phone && formatPhone(holder.phone)}</span>
          <HolderBadges holder={holder} />
          <p className="no-print">
            <ButtonLink to={paths.roleAssignEdit(holder.id)} small label={t('roleAssign.openOf', { name: holder.name })}>
              {t('roleAssign.open')}
            </ButtonLink>
          </p>
        </div>
      </li>
    ))}
  </ul>
)
