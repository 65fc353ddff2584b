import type { FailedDecision } from '#contract/problem.ts'
import { t } from '../../lib/messages.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './reassigning.module.css'

/** The plan was outdated: which decisions failed and why. Nothing was changed. */
export function FailedNotice({ failed, nameOf }: { failed: readonly FailedDecision[]; nameOf: (id: string) => string | undefined }) {
  return (
    <Notice kind="error" alert>
      <p>
        <strong>{t('reassign.outdatedTitle')}</strong>
      </p>
      <ul className={styles.failed}>
        {failed.map(({ appointment_id, name, why }) => (
          <li key={appointment_id}>
            {name ?? nameOf(appointment_id) ?? t('reassign.unnamedClient')}: {t(`reassign.why.${why}`)}
          </li>
        ))}
      </ul>
      <p>{t('reassign.outdatedText')}</p>
    </Notice>
  )
}
