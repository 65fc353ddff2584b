import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'

/** What stands around every page: the way past the menu, the top bar, the content, the footer. */
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
