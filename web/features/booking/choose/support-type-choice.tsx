import type { SupportType } from '#contract/support-types.ts'
import { IconCircleCheckFilled, IconUserCheck } from '@tabler/icons-react'
import { useContentLanguage } from '../../../lib/content-language.ts'
import { t } from '../../../lib/messages.ts'
import { formatMoney } from '../../../lib/money.ts'
import { formatMinutes } from '../../../lib/duration.ts'
import { readableColourStyle } from '../../../ui/colour-contrast.ts'
import styles from './support-type-choice.module.css'

interface SupportTypeChoiceProps {
  supportTypes: readonly SupportType[]
  chosen: string | undefined
  onChoose: (id: string) => void
  /** Hover or focus: prefetch. */
  onApproach: (id: string) => void
}

/** The support types with length, price and whether they need confirmation. */
export function SupportTypeChoice({ supportTypes, chosen, onChoose, onApproach }: SupportTypeChoiceProps) {
  const passage = useContentLanguage()
  return (
    <ul className={styles.list}>
      {supportTypes.map(type => (
        <li key={type.id}>
          <button
            type="button"
            className={styles.card}
            style={readableColourStyle(type.colour)}
            aria-pressed={type.id === chosen}
            onClick={() => onChoose(type.id)}
            onPointerEnter={() => onApproach(type.id)}
            onFocus={() => onApproach(type.id)}
          >
            <span className={styles.name}>
              <bdi {...passage(type, 'name')}>{type.name}</bdi>
              <IconCircleCheckFilled className={styles.check} size={20} aria-hidden="true" />
            </span>
            {type.description && (
              <span className={styles.description}>
                <bdi {...passage(type, 'description')}>{type.description}</bdi>
              </span>
            )}
            <span className={styles.facts}>
              <span>{formatMinutes(type.slot_minutes)}</span>
              <span>{formatMoney(type.price)}</span>
              {type.needs_approval && (
                <span className={styles.approval}>
                  <IconUserCheck size={16} stroke={1.8} aria-hidden="true" />
                  {t('booking.what.approval')}
                </span>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
