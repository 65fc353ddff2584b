import type { TranslationImport } from '#contract/translations.ts'
import { languages, type Language } from '#contract/languages.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { fieldLabel } from './field-label.ts'
import styles from './translations.module.css'

interface ImportPreviewProps {
  language: string
  preview: TranslationImport
  busy: boolean
  onApply: () => void
  onCancel: () => void
}

/** What a file would change, and what it cannot. */
export function ImportPreview({ language, preview: { changes, skipped }, busy, onApply, onCancel }: ImportPreviewProps) {
  const passage = { lang: language, dir: languages[language as Language].direction }
  const reasons = [...new Set(skipped.map(({ why }) => why))]
  return (
    <section className={styles.state} aria-label={t('translations.preview')}>
      <p role="status">{t('translations.changes', { count: changes.length })}</p>
      {reasons.length > 0 && (
        <Notice kind="warning">
          {reasons.map(why => (
            <p key={why}>{t(`translations.skipped.${why}`, { count: skipped.filter(each => each.why === why).length })}</p>
          ))}
        </Notice>
      )}
      <ul className={styles.list} aria-label={t('translations.preview')}>
        {changes.map(({ id, field, subject, original, before, after }) => (
          <li key={`${id} ${field}`}>
            <div className={styles.change}>
              <span className="soft small">
                {subject} · {fieldLabel(field)}
              </span>
              <span dir="auto">{original}</span>
              {before !== null && (
                <del {...passage} className="soft">
                  {before}
                </del>
              )}
              <ins {...passage}>{after}</ins>
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        {changes.length > 0 && (
          <Button kind="primary" busy={busy} onClick={onApply}>
            {t('translations.apply', { count: changes.length })}
          </Button>
        )}
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
      </div>
    </section>
  )
}
