import type { MissingTexts as Missing } from '#contract/translations.ts'
import { languageName } from '../../lib/language-name.ts'
import { t } from '../../lib/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { editorPath } from './field-label.ts'
import { PoFiles } from './po-files.tsx'
import styles from './translations.module.css'

interface LanguageStateProps {
  /** Of the originals. */
  original: string
  state: { code: string; translated: number; total: number }
  /** Of this language. */
  missing: readonly Missing[]
}

/** One language: how much is translated, what is not, and its file. */
export function LanguageState({ original, state: { code, translated, total }, missing }: LanguageStateProps) {
  return (
    <Card as="section" label={languageName(code)}>
      <h2 className={styles.title}>{languageName(code)}</h2>
      <div className={styles.state}>
        <p>{t('translations.state', { translated, total })}</p>
        <PoFiles language={code} />
        {missing.length > 0 && (
          <details>
            <summary className={styles.summary}>{t('translations.missing')}</summary>
            <ul className={styles.list}>
              {missing.map(each => (
                <li key={each.id}>
                  <Link to={editorPath(each)}>
                    <span lang={original} dir="auto">
                      {each.subject}
                    </span>
                  </Link>
                  <span className="soft small">
                    {[
                      t(`translations.kind.${each.kind}`),
                      each.missing > 0 && t('translations.missingCount', { count: each.missing }),
                      each.outdated > 0 && t('translations.outdatedCount', { count: each.outdated }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Card>
  )
}
