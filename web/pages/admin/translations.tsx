import { useQuery } from '@tanstack/react-query'
import { TranslationsCard } from '../../features/translations/translations-card.tsx'
import { LanguageState } from '../../features/translations/missing-texts.tsx'
import styles from '../../features/translations/translations.module.css'
import { queryOptionsOf } from '../../lib/api.ts'
import { languageName } from '../../lib/language-name.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { NeedsAbility } from '../../ui/needs-ability.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'

/** Texts of the organisation in several languages. */
export default function TranslationsPage() {
  const [{ edit }] = useSearchParams<'translations'>()
  return edit === undefined ? <TheState /> : <NoteEditor key={edit} id={edit} />
}

/** The translations of a note, which many sessions share: so their forms do not show them. */
const NoteEditor = ({ id }: { id: string }) => (
  <Page
    title={t('translations.kind.session_note')}
    width="form"
    view={id}
    actions={<ButtonLink to={paths.translations()}>{t('translations.title')}</ButtonLink>}
  >
    {can('Schedule Edit') ? <TranslationsCard id={id} param="edit" /> : <NeedsAbility ability="Schedule Edit" />}
  </Page>
)

/** What of the organisation's own texts is not translated, by language. */
function TheState() {
  // Any of these abilities opens it: each shows its own texts.
  const isOpen = can('Settings Edit') || can('Feedback Questions Create') || can('Contract Edit') || can('Schedule Edit')
  const query = useQuery({ ...queryOptionsOf('GET /api/translations'), enabled: isOpen })
  const language = query.data?.language
  return (
    <Page title={t('translations.title')} lead={language && t('translations.pageLead', { language: languageName(language) })} width="work">
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
