import type { AuditEntry } from '#contract/audit.ts'
import { t } from '../../lib/messages.ts'
import { formatDateTime } from '../../lib/time.ts'
import styles from './audit.module.css'

/** Values before and after, by field. Unchanged fields are omitted if both states are known. */
export function Changes({ entry: { before, after, thing }, names }: { entry: AuditEntry; names: Readonly<Record<string, string>> }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    field => !before || !after || JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  const format = (value: unknown) => formatValue(value, names, thing?.time_zone ?? 'UTC')
  if (fields.length === 0) return <p className="soft small">{t('audit.noDetails')}</p>
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
        {fields.map(field => (
          <tr key={field}>
            <th scope="row">{field.replaceAll('_', ' ')}</th>
            {before && <td>{format(before[field])}</td>}
            {after && <td>{format(after[field])}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function formatValue(value: unknown, names: Readonly<Record<string, string>>, zone: string): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(each => formatValue(each, names, zone)).join(', ')
  if (typeof value === 'string') return names[value] ?? (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? formatDateTime(value, zone) : value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
