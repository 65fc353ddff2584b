import { useQuery } from '@tanstack/react-query'
import { invalidateProviders } from '../../features/providers/invalidate-providers.ts'
import { ProviderActions } from '../../features/providers/provider-actions.tsx'
import { ProviderAddresses } from '../../features/providers/provider-addresses.tsx'
import { ProviderForm } from '../../features/providers/provider-form.tsx'
import { NewProviderLink, ProviderList } from '../../features/providers/provider-list.tsx'
import { UnseenStaff } from '../../features/providers/unseen-staff.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'

const ToList = () => <ButtonLink to={paths.signIn()}>{t('signIn.toList')}</ButtonLink>

/** Identity providers, and which roles must use one. */
export default function SignInSettingsPage() {
  const [{ edit, view }, setParams] = useSearchParams<'signIn'>()
  if (view === 'staff') {
    return (
      <Page title={t('unseenStaff.title')} lead={t('unseenStaff.lead')} width="reading" view="staff" actions={<ToList />}>
        <UnseenStaff />
      </Page>
    )
  }
  if (edit === undefined) return <TheList />
  if (edit === 'new') {
    const open = ({ id }: { id: string }) => {
      setParams({ edit: id })
      void invalidateProviders()
    }
    return (
      <Page title={t('signIn.newTitle')} lead={t('signIn.newLead')} width="reading" view="new">
        <ProviderForm provider={null} onSaved={open} />
      </Page>
    )
  }
  return <OneProvider key={edit} id={edit} />
}

function TheList() {
  const query = useQuery(queryOptionsOf('GET /api/providers'))
  const some = query.data && query.data.data.length > 0
  const actions = some && (
    <>
      <ButtonLink to={paths.signIn({ view: 'staff' })}>{t('unseenStaff.title')}</ButtonLink>
      <NewProviderLink />
    </>
  )
  return (
    <Page title={t('signIn.title')} lead={t('signIn.lead')} actions={actions || undefined}>
      <Loaded query={query} skeleton={<ListSkeleton rows={2} height="6rem" />}>
        {({ data }) => <ProviderList providers={data} />}
      </Loaded>
    </Page>
  )
}

function OneProvider({ id }: { id: string }) {
  const query = useQuery(queryOptionsOf('GET /api/providers/{id}', { params: { id } }))
  if (isRefusal(query.error, 'not_found')) {
    return (
      <Page title={t('signIn.title')}>
        <EmptyState title={t('offering.notFoundTitle')} action={<ToList />}>
          <p>{t('offering.notFoundText')}</p>
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title={query.data?.name ?? t('signIn.title')} width="reading" view={id} actions={<ToList />}>
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="4rem" />}>
        {provider => (
          <>
            <ProviderActions provider={provider} />
            <ProviderAddresses addresses={provider.addresses} />
            <ProviderForm provider={provider} onSaved={() => void invalidateProviders()} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
