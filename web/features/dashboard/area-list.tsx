import { IconArrowRight } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { Link } from '../../ui/link.tsx'
import styles from './area-list.module.css'
import type { Area } from './areas.ts'

/** Links to areas below a heading. Nothing if there are none. */
export function AreaList({ title, areas, strong }: { title: string; areas: readonly Area[]; strong?: boolean }) {
  if (areas.length === 0) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={strong ? styles.strong : styles.list}>
        {areas.map(area => (
          <li key={area.to}>
            <Link to={area.to} className={styles.area}>
              <span className={styles.name}>
                {t(area.title)}
                <IconArrowRight size={18} aria-hidden="true" />
              </span>
              <span className={styles.text}>{t(area.text)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
