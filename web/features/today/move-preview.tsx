import type { DayAppointment, FreeTime } from '#contract/day.ts'
import { t } from '../../lib/messages.ts'
import { formatTimesThere } from '../../lib/time.ts'
import { formatMoney } from '../../lib/money.ts'
import { Notice } from '../../ui/notice.tsx'
import { comparePrices, KeptPrice } from '../appointments/price-of-move.tsx'
import { FreedSeatNotice } from '../waiting-list/freed-seat-notice.tsx'
import styles from './moving.module.css'

/** What a move changes, and who is told. What stays is listed once. */
export function MovePreview({ from, to }: { from: DayAppointment; to: FreeTime }) {
  const timesOf = ({ starts_at, ends_at, time_zone }: DayAppointment | FreeTime) => formatTimesThere(starts_at, ends_at, time_zone)
  const rows = [
    { label: t('slotChoice.time'), before: timesOf(from), after: timesOf(to) },
    { label: t('slotChoice.mentor'), before: from.mentor.name, after: to.mentor.name, same: from.mentor.id === to.mentor.id },
    { label: t('today.where'), before: from.place.name, after: to.place.name, same: from.place.id === to.place.id },
    {
      label: t('slotChoice.supportType'),
      before: from.support_type.name,
      after: to.support_type.name,
      same: from.support_type.id === to.support_type.id,
    },
    ...(comparePrices({ from, to }) === 'changed'
      ? [{ label: t('audit.field.price'), before: formatMoney(from.price), after: formatMoney(to.price) }]
      : []),
  ]
  return (
    <>
      <dl className={styles.preview}>
        {rows.map(({ label, before, after, same = before === after }) => (
          <div key={label}>
            <dt>{label}</dt>
            {same ? (
              <dd className="soft">{t('today.moveSame', { what: after })}</dd>
            ) : (
              <>
                <dd>
                  <span className="visually-hidden">{t('today.moveBefore')}</span> <s>{before}</s>
                </dd>
                <dd>
                  <span className="visually-hidden">{t('today.moveAfter')}</span> <strong>{after}</strong>
                </dd>
              </>
            )}
          </div>
        ))}
      </dl>
      <Notice>
        <p>{t('today.moveTells', { name: from.user.name })}</p>
        <KeptPrice from={from} to={to} />
        <FreedSeatNotice appointmentId={from.id} />
      </Notice>
    </>
  )
}
