import { useStaffLanguageHint } from '../../lib/language-options.ts'
import { chosenLanguage } from '../../lib/language.ts'
import { language } from '../../lib/messages.ts'
import { LanguageChoice } from './language-choice.tsx'

/** The reader's language on a page for staff, which may be in English instead. */
export function StaffLanguageChoice() {
  const hint = useStaffLanguageHint()
  const chosen = chosenLanguage()
  return (
    <>
      <LanguageChoice chosen={chosen} />
      {chosen !== language && <p className="small">{hint}</p>}
    </>
  )
}
