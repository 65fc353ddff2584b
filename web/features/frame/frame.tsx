import type { ReactNode } from 'react'
import { panelPlace } from '../../lib/panel-place.ts'
import { t } from '../../lib/messages.ts'
import { Footer } from './footer.tsx'
import { LanguageChoice } from './language-choice.tsx'
import styles from './frame.module.css'

interface FrameProps {
  bar: ReactNode
  /** The frame of an area where people work: it uses the whole width. */
  staff?: boolean
  /** In the footer; by default of the page's language. */
  languageChoice?: ReactNode
  /** A bar at the lower edge of a phone. */
  below?: ReactNode
  children: ReactNode
}

/** The frame of every page: skip link, top bar, content and footer. */
export function Frame({ bar, staff, languageChoice = <LanguageChoice />, below, children }: FrameProps) {
  return (
    <div className={`${styles.frame} ${staff ? styles.staff : ''}`}>
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
      <div className={styles.body}>
        <main id="content" tabIndex={-1} className={styles.main}>
          {children}
        </main>
        {staff && <div ref={panelPlace} className={styles.record} />}
      </div>
      <Footer languageChoice={languageChoice} />
      {below}
    </div>
  )
}
