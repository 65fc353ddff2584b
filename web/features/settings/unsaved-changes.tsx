import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { listChanges } from './list-changes.ts'
import styles from './settings.module.css'
import type { SettingsFormState, SettingsValues } from './settings-values.ts'

/** What saving would change, each with its value before and a way back. */
export function UnsavedChanges({ form, saved }: { form: SettingsFormState; saved: SettingsValues }) {
  const changes = listChanges(saved, form.values)
  if (changes.length === 0) return null
  return (
    <details className={styles.changes}>
      <summary>{t('settings.unsaved', { count: changes.length })}</summary>
      <ul>
        {changes.map(({ name, section, label, before, after }) => (
          <li key={name}>
            <span>
              <span className="soft small">{section}</span>
              <strong>{label}</strong>
              <span>
                <del>{before}</del> → <ins>{after}</ins>
              </span>
            </span>
            <Button small kind="plain" aria-label={t('settings.putBack', { label })} onClick={() => form.set({ [name]: saved[name] })}>
              {t('ui.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
