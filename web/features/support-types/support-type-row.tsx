import type { OfferedSupportType } from '#contract/support-types.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useRef } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatMoney } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { OfferActions } from './offer-actions.tsx'
import styles from '../../ui/row-list.module.css'

interface SupportTypeRowProps {
  supportType: OfferedSupportType
  /** Moves it up or down; null at the ends. */
  onUp: (() => void) | null
  onDown: (() => void) | null
}

/** One support type of the list, with its actions. */
export function SupportTypeRow({ supportType, onUp, onDown }: SupportTypeRowProps) {
  const { id, name, description, colour, slot_minutes, interpreted_minutes, price, needs_approval, active, ahead, revision } = supportType
  return (
    <Card as="li" edge={colour}>
      <div className={styles.row}>
        <div className={styles.what}>
          <h3>{name}</h3>
          {description && (
            <p className="small">
              <bdi>{description}</bdi>
            </p>
          )}
          <p className={styles.facts}>
            <span>{t('supportTypes.length', { minutes: slot_minutes })}</span>
            {interpreted_minutes !== null && <span>{t('supportTypes.interpreted', { minutes: interpreted_minutes })}</span>}
            <span>{formatMoney(price)}</span>
            <span>{t('offering.ahead', { ...ahead })}</span>
            {needs_approval && <Badge tone="note">{t('supportTypes.approval')}</Badge>}
          </p>
        </div>
        <div className={`${styles.actions} no-print`}>
          {(onUp || onDown) && (
            <>
              <MoveButton label={t('supportTypes.up', { name })} onMove={onUp}>
                <IconArrowUp size={18} aria-hidden="true" />
              </MoveButton>
              <MoveButton label={t('supportTypes.down', { name })} onMove={onDown}>
                <IconArrowDown size={18} aria-hidden="true" />
              </MoveButton>
            </>
          )}
          <OfferActions
            name={name}
            edit={paths.supportTypes({ edit: id })}
            active={active}
            title={t('supportTypes.retireTitle', { name })}
            consequences={[
              t('supportTypes.retireText'),
              ahead.sessions > 0 ? t('supportTypes.retireAhead', { ...ahead }) : t('supportTypes.retireNone'),
            ]}
            onRetire={known => call('POST /api/support-types/{id}/retire', { params: { id }, body: { revision: known ?? revision } })}
            onReactivate={known =>
              call('POST /api/support-types/{id}/reactivate', { params: { id }, body: { revision: known ?? revision } })
            }
          />
        </div>
      </div>
    </Card>
  )
}

/** Keeps the focus while its row moves. */
function MoveButton({ label, onMove, children }: { label: string; onMove: (() => void) | null; children: React.ReactNode }) {
  const span = useRef<HTMLSpanElement>(null)
  const move = () => {
    onMove?.()
    requestAnimationFrame(() => span.current?.querySelector('button')?.focus())
  }
  return (
    <span ref={span}>
      <IconButton label={label} aria-disabled={onMove === null || undefined} onClick={move}>
        {children}
      </IconButton>
    </span>
  )
}
