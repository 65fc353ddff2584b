import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { InvitationList } from '../../features/invitations/invitation-list.tsx'
import { InviteForm } from '../../features/invitations/invite-form.tsx'
import { InviteLines } from '../../features/invitations/invite-lines.tsx'
import { readFilters } from '../../features/invitations/invitation-filters.ts'
import { InvitationSearch } from '../../features/invitations/invitation-search.tsx'
import { PrintSheets, type PrintedLinks } from '../../features/invitations/print-sheets.tsx'
import { SavedViewsBar } from '../../features/saved-views/saved-views-bar.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { DownloadCsv } from '../../ui/download-csv.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

/** Invitations: those sent, one or many new ones, and links for printing. */
export default function InvitationsPage() {
  const [params, setParams] = useSearchParams<'invitations'>()
  const [links, setLinks] = useState<PrintedLinks>()
  const printing = useApiMutation('POST /api/invitations/links', { onSuccess: answer => setLinks(answer.links) })
  const filters = readFilters(params)
  const list = useQuery({
    ...queryOptionsOf('GET /api/invitations', {
      query: { page: Math.max(1, Number(params.page) || 1), ...filters },
    }),
    placeholderData: keepPreviousData,
  })
  const person = useQuery({
    ...queryOptionsOf('GET /api/users/{id}', { params: { id: params.user ?? '' } }),
    enabled: params.new === 'one' && params.user !== undefined,
  })
  const toList = () => setParams({ new: undefined, user: undefined })
  const print = (ids: readonly string[]) => printing.mutate({ body: { ids: [...ids] } })
  if (links) {
    return (
      <Page title={t('invitations.printTitle')} view="print">
        <PrintSheets links={links} onDone={() => setLinks(undefined)} />
      </Page>
    )
  }
  if (params.new === 'many') {
    return (
      <Page title={t('invitations.many')} lead={t('invitations.manyLead')} width="reading" view="many" actions={<OtherForm to="one" />}>
        <Loaded query={list}>
          {({ roles }) => (
            <InviteLines
              roles={roles}
              onInvited={(ids, printed) => {
                toast(t('invitations.invited', { count: ids.length }), { type: 'success' })
                toList()
                if (printed && ids.length > 0) print(ids)
              }}
            />
          )}
        </Loaded>
      </Page>
    )
  }
  if (params.new === 'one') {
    return (
      <Page
        title={t('invitations.one')}
        lead={t('invitations.oneLead')}
        width="reading"
        view="one"
        actions={!params.user && <OtherForm to="many" />}
      >
        <Loaded query={list}>
          {({ channels, roles }) => (
            <WithPerson query={params.user === undefined ? null : person}>
              {known => (
                <InviteForm
                  key={known?.id ?? ''}
                  channels={channels}
                  roles={roles}
                  person={known}
                  onInvited={({ id, channel, person: { name } }) => {
                    toList()
                    if (channel === 'print') print([id])
                    else toast(t('invitations.sent', { name }), { type: 'success' })
                  }}
                />
              )}
            </WithPerson>
          )}
        </Loaded>
      </Page>
    )
  }
  return (
    <Page
      width="work"
      title={t('invitations.title')}
      lead={t('invitations.lead')}
      actions={
        <>
          {can('User Export') && <DownloadCsv list="invitations" query={filters} />}
          <ButtonLink to={paths.invitations({ new: 'many' })}>{t('invitations.many')}</ButtonLink>
          <ButtonLink kind="primary" to={paths.invitations({ new: 'one' })}>
            {t('invitations.one')}
          </ButtonLink>
        </>
      }
    >
      <InvitationSearch />
      <SavedViewsBar list="invitations" pathOf={paths.invitations} />
      <Loaded query={list} skeleton={<ListSkeleton rows={8} height="3.5rem" />}>
        {({ data, meta }) => (
          // Other filters: another selection.
          <InvitationList
            key={JSON.stringify({ ...filters, sort: '' })}
            invitations={data}
            meta={meta}
            busy={list.isPlaceholderData}
            onPrint={print}
          />
        )}
      </Loaded>
    </Page>
  )
}

const OtherForm = ({ to }: { to: 'one' | 'many' }) => (
  <ButtonLink to={paths.invitations({ new: to })}>{t(to === 'one' ? 'invitations.one' : 'invitations.many')}</ButtonLink>
)

interface Known {
  id: string
  name: string
  email: string | null
  phone: string | null
}
interface WithPersonProps {
  query: Parameters<typeof Loaded<Known>>[0]['query'] | null
  children: (person: Known | null) => ReactNode
}

/** Waits for the person on file, where there is one. */
const WithPerson = ({ query, children }: WithPersonProps) => (query ? <Loaded query={query}>{children}</Loaded> : children(null))
