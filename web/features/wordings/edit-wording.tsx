import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { writtenLanguages } from '#contract/languages.ts'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Link } from '../../ui/link.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { WordingEditor } from './wording-editor.tsx'
import { WordingLanguage } from './wording-language.tsx'

/** The editor of the message and the language named in the address; without one, the organisation's. */
export function EditWording({ name }: { name: string }) {
  const [params, setParams] = useSearchParams<'messages'>()
  const language = writtenLanguages.find(code => code === params.language)
  const query = useQuery({
    ...queryOptionsOf('GET /api/wordings', { query: { language } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <>
      <p>
        <Link to={paths.messages({ view: 'sent' })}>{t('wordings.back')}</Link>
      </p>
      <Loaded query={query} skeleton={<ListSkeleton rows={2} height="16rem" />}>
        {({ data }) => {
          const wording = data.find(other => other.name === name)
          if (!wording) return <EmptyState title={t('wordings.none')} />
          return (
            <>
              <WordingLanguage wording={wording} onChange={code => setParams({ language: code })} />
              <WordingEditor key={`${name} ${wording.language}`} wording={wording} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}
