import { use, type ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { anchorOf, titleOf, type SectionName } from './sections.ts'
import { LeftOut } from './settings-sections.tsx'
import styles from './settings.module.css'

/** A section of settings with a description. */
export function SettingsGroup({ name, children }: { name: SectionName; children: ReactNode }) {
  const id = anchorOf(name)
  return (
    <section className={styles.group} aria-labelledby={id} data-section={name} data-left-out={use(LeftOut).includes(name) || undefined}>
      <header className={styles.about}>
        <h2 id={id} className={styles.title} tabIndex={-1}>
          {titleOf(name)}
        </h2>
        <p className="soft small">{t(`settings.${name}Text`)}</p>
      </header>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}
