import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/link.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { WordingEditor } from './wording-editor.tsx'

/** The editor of the message named in the address. */
export function EditWording({ name }: { name: string }) {
  const query = useQuery({ ...queryOptionsOf('GET /api/wordings'), staleTime: 0 })
  return (
    <>
      <p>
        <Link to={paths.messages({ view: 'sent' })}>{t('wordings.back')}</Link>
      </p>
      <Loaded query={query} skeleton={<ListSkeleton rows={2} height="16rem" />}>
        {({ data }) => {
          const wording = data.find(other => other.name === name)
          return wording ? <WordingEditor key={name} wording={wording} /> : <EmptyState title={t('wordings.none')} />
        }}
      </Loaded>
    </>
  )
}
