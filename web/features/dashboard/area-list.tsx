import { IconArrowRight } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import type { StaffPage } from '../../lib/staff-pages.ts'
import { Link } from '../../ui/link.tsx'
import styles from './area-list.module.css'

/** Links to the pages with a description, below a heading. Nothing if there are none. */
export function AreaList({ title, pages }: { title: string; pages: readonly StaffPage[] }) {
  const cards = pages.flatMap(({ to, title: name, text }) => (text === undefined ? [] : [{ to, name, text }]))
  if (cards.length === 0) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {cards.map(({ to, name, text }) => (
          <li key={to}>
            <Link to={to} className={styles.area}>
              <span className={styles.name}>
                {t(name)}
                <IconArrowRight size={18} aria-hidden="true" />
              </span>
              <span className={styles.text}>{t(text)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
