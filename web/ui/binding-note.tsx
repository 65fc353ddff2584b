import type { Contract } from '#contract/contracts.ts'
import { textsOf } from '../lib/accepted-texts.ts'
import { languageName } from '../lib/language-name.ts'
import { contentLanguageOf } from '#contract/languages.ts'
import { language as pageLanguage, t } from '../lib/messages.ts'
import styles from './binding-note.module.css'

interface BindingNoteProps {
  contract: Contract
  /** The language of the text that is shown. */
  shown: string
  onShow: (language: string) => void
}

/** Says which language is binding, with a switch between that text and its translation. Nothing where both are the page's. */
export function BindingNote({ contract, shown, onShow }: BindingNoteProps) {
  const { language, translation } = contract
  if (!translation && language === contentLanguageOf(pageLanguage)) return null
  const other = textsOf(contract).find(text => text.language !== shown)
  const values = { language: languageName(language) }
  return (
    <p className={styles.note}>
      <span>{t(shown !== language ? 'ui.isTranslation' : translation ? 'ui.isBinding' : 'ui.isBindingOnly', values)}</span>
      {other && (
        <button type="button" onClick={() => onShow(other.language)}>
          {t('ui.readIn', { language: languageName(other.language) })}
        </button>
      )}
    </p>
  )
}
