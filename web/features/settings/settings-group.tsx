import { useId, type ReactNode } from 'react'
import styles from './settings.module.css'

/** A group of settings with a description. */
export function SettingsGroup({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.group} aria-labelledby={id}>
      <header className={styles.about}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <p className="soft small">{text}</p>
      </header>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}
