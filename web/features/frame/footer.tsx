import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSite } from '../../lib/site.ts'
import { Link } from '../../ui/link.tsx'
import { AppearanceChoice } from './appearance-choice.tsx'
import styles from './footer.module.css'

const thisYear = () => String(new Date().getFullYear())

/** Legal texts, language and appearance, at the lower edge of a page. */
export function Footer({ languageChoice }: { languageChoice: ReactNode }) {
  const site = useSite()
  return (
    <footer className={`${styles.footer} no-print`}>
      <p>{t('frame.rights', { year: thisYear(), site: site?.site_name ?? '' })}</p>
      <nav aria-label={t('frame.more')}>
        <Link to={paths.mentors()}>{t('frame.mentors')}</Link>
        <Link to={paths.terms()}>{t('frame.terms')}</Link>
        {site?.legal.map(key => (
          <Link key={key} to={paths[key]()}>
            {t(`frame.${key}`)}
          </Link>
        ))}
      </nav>
      {site?.demo && <p>{t('frame.demo')}</p>}
      <div className={styles.choices}>
        {languageChoice}
        <AppearanceChoice />
      </div>
    </footer>
  )
}
