import { useQuery } from '@tanstack/react-query'
import { TranslationsCard } from '../../features/translations/translations-card.tsx'
import { LanguageState } from '../../features/translations/missing-texts.tsx'
import styles from '../../features/translations/translations.module.css'
import { queryOptionsOf } from '../../lib/api.ts'
import { languageName } from '../../lib/language-name.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'

/** What of the organisation's own texts is not translated, by language. */
export default function TranslationsPage() {
  const [{ edit }] = useSearchParams<'translations'>()
  // Any of these abilities opens it: each shows its own texts.
  const isOpen = can('Settings Edit') || can('Feedback Questions Create') || can('Contract Edit') || can('Schedule Edit')
  const query = useQuery({ ...queryOptionsOf('GET /api/translations'), enabled: isOpen })
  const language = query.data?.language
  return (
    <Page title={t('translations.title')} lead={language && t('translations.pageLead', { language: languageName(language) })} width="work">
      {isOpen && edit !== undefined && <TranslationsCard key={edit} id={edit} />}
      {isOpen ? (
        <Loaded query={query} skeleton={<ListSkeleton rows={4} height="8rem" />}>
          {({ languages, data, language: original }) => (
            <div className={styles.languages}>
              {languages.map(state => (
                <LanguageState key={state.code} {...{ original, state }} missing={data.filter(each => each.language === state.code)} />
              ))}
            </div>
          )}
        </Loaded>
      ) : (
        <NeedsAbility ability="Settings Edit" />
      )}
    </Page>
  )
}
