import type { AuditEntry } from '#contract/audit.ts'
import { t } from '../../lib/messages.ts'
import styles from './audit.module.css'
import { listChanges } from './format-change.ts'

/** Values before and after, by field. Unchanged fields are omitted if both states are known. */
export function Changes({ entry, names }: { entry: AuditEntry; names: Readonly<Record<string, string>> }) {
  const changes = listChanges(entry, names)
  const { before, after } = entry
  if (changes.length === 0) return <p className="soft small">{t('audit.noDetails')}</p>
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{t('audit.field')}</th>
          {before && <th scope="col">{t('audit.before')}</th>}
          {after && <th scope="col">{t('audit.after')}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(change => (
          <tr key={change.field}>
            <th scope="row">{change.field}</th>
            {before && <td>{change.before}</td>}
            {after && <td>{change.after}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
