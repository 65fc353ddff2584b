import { useQuery } from '@tanstack/react-query'
import { SupportTypeForm } from '../../features/support-types/support-type-form.tsx'
import { NewSupportTypeLink, SupportTypeList } from '../../features/support-types/support-type-list.tsx'
import { TranslationsCard } from '../../features/translations/translations-card.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useSite } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'

/** The kinds of help on offer. */
export default function SupportTypesPage() {
  const [{ edit }] = useSearchParams<'supportTypes'>()
  return edit === undefined ? <TheList /> : <SupportTypeEditor key={edit} edit={edit} />
}

const useSupportTypes = () => useQuery(queryOptionsOf('GET /api/support-types'))

function TheList() {
  const query = useSupportTypes()
  return (
    <Page width="work" title={t('supportTypes.title')} lead={t('supportTypes.lead')} actions={<NewSupportTypeLink />}>
      <Loaded query={query} skeleton={<ListSkeleton rows={5} height="6rem" />}>
        {({ data }) => <SupportTypeList supportTypes={data} />}
      </Loaded>
    </Page>
  )
}

/** The form of one support type; `new` for a new one. */
function SupportTypeEditor({ edit }: { edit: string }) {
  const query = useSupportTypes()
  const currency = useSite()?.currency
  const isNew = edit === 'new'
  const supportType = query.data?.data.find(({ id }) => id === edit) ?? null
  const title = supportType ? t('supportTypes.editTitle', { name: supportType.name }) : t('supportTypes.newTitle')
  return (
    <Page title={isNew || supportType ? title : t('supportTypes.title')} width="form" view={edit}>
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="4rem" />}>
        {() =>
          isNew || supportType ? (
            <>
              {currency && <SupportTypeForm supportType={supportType} currency={currency} />}
              {supportType && <TranslationsCard id={supportType.id} param="edit" />}
            </>
          ) : (
            <EmptyState
              title={t('offering.notFoundTitle')}
              action={<ButtonLink to={paths.supportTypes()}>{t('offering.toList')}</ButtonLink>}
            >
              <p>{t('offering.notFoundText')}</p>
            </EmptyState>
          )
        }
      </Loaded>
    </Page>
  )
}
