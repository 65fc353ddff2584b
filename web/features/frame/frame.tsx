import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'

/** The frame of every page: skip link, top bar, content and footer. */
export function Frame({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <>
      <a
        href="#content"
        className={styles.skip}
        onClick={event => {
          event.preventDefault()
          document.getElementById('content')?.focus()
        }}
      >
        {t('frame.skip')}
      </a>
      {bar}
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Footer />
    </>
  )
}
