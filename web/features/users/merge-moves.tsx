import type { MergePreview } from '#contract/users.ts'
import { formatPlainList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import styles from './users.module.css'

/** The consequences of a merge as sentences. */
export function MergeMoves({ preview: { stays, goes, fills, moves, acceptances, overlaps } }: { preview: MergePreview }) {
  return (
    <section aria-label={t('merge.happens')}>
      <h2 className={styles.title}>{t('merge.happens')}</h2>
      <ul className={styles.moves}>
        <li>{t('merge.movesAppointments', { count: moves.appointments, name: stays.name })}</li>
        {overlaps.length > 0 && <li>{t('merge.givesUp', { count: overlaps.length })}</li>}
        {moves.feedback > 0 && <li>{t('merge.movesFeedback', { count: moves.feedback })}</li>}
        {moves.waiting > 0 && <li>{t('merge.movesWaiting', { count: moves.waiting })}</li>}
        {moves.messages > 0 && <li>{t('merge.movesMessages', { count: moves.messages })}</li>}
        {fills.length > 0 && <li>{t('merge.fills', { fields: formatPlainList(fills.map(field => t(`merge.field.${field}`))) })}</li>}
        {acceptances > 0 && <li>{t('merge.acceptances', { count: acceptances })}</li>}
        <li>{t('merge.rests', { name: goes.name })}</li>
      </ul>
    </section>
  )
}
