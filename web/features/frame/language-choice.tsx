import { chooseLanguage } from '../../lib/choose-language.ts'
import { language, t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'

/** The page's language, each in its own words. */
export function LanguageChoice() {
  const languages = useSite()?.languages ?? []
  return (
    languages.length > 1 && (
      <select aria-label={t('frame.language')} value={language} onChange={event => void chooseLanguage(event.target.value)}>
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    )
  )
}
