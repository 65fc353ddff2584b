import { useEffect, useRef } from 'react'
import { chooseLanguage } from '../../lib/choose-language.ts'
import { language, t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'

/** The page's language, each in its own words. */
export function LanguageChoice({ chosen = language }: { chosen?: string }) {
  const languages = useSite()?.languages ?? []
  return languages.length > 1 && <LanguageSelect languages={languages} chosen={chosen} />
}

function LanguageSelect({ languages, chosen }: { languages: readonly { code: string; name: string }[]; chosen: string }) {
  const select = useRef<HTMLSelectElement>(null)
  // Hydration reports no change of the server-rendered list. A page in a language that is not on the list shows the
  // first one, which is no choice.
  const isListed = languages.some(({ code }) => code === chosen)
  useEffect(() => {
    const shown = select.current?.value
    if (isListed && shown && shown !== chosen) void chooseLanguage(shown)
  }, [isListed, chosen])
  return (
    <select
      ref={select}
      aria-label={t('frame.language')}
      // The browser would restore an earlier choice.
      autoComplete="off"
      value={chosen}
      onChange={event => void chooseLanguage(event.target.value)}
    >
      {languages.map(({ code, name }) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  )
}
