import { languages } from '#contract/languages.ts'
import type { Wording } from '#contract/wordings.ts'
import { t } from '../../lib/messages.ts'
import { SelectField } from '../../ui/fields.tsx'
import styles from './wordings.module.css'

interface Props {
  wording: Pick<Wording, 'language' | 'languages'>
  onChange: (language: string) => void
}

/** The language of a letter's wording, each in its own; those with the organisation's own wording say so. */
export function WordingLanguage({ wording, onChange }: Props) {
  const options = wording.languages.map(({ code, reworded }) => {
    const { name } = languages[code]
    return { value: code, label: reworded ? t('wordings.reworded', { language: name }) : name }
  })
  return (
    <div className={styles.language}>
      <SelectField
        name="language"
        label={t('wordings.language')}
        hint={t('wordings.languageHint')}
        value={wording.language}
        options={options}
        onChange={onChange}
      />
    </div>
  )
}
