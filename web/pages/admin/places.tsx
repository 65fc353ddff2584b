import { useQuery } from '@tanstack/react-query'
import { ClosedDays } from '../../features/absences/closed-days.tsx'
import { CalendarFeeds } from '../../features/calendars/calendar-feeds.tsx'
import { PlaceForm } from '../../features/places/place-form.tsx'
import { NewPlaceLink, PlaceList, readFilters } from '../../features/places/place-list.tsx'
import { TranslationsCard } from '../../features/translations/translations-card.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DownloadCsv } from '../../ui/download-csv.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'

/** The places where sessions happen. */
export default function PlacesPage() {
  const [params] = useSearchParams<'places'>()
  const { edit } = params
  if (edit === 'new') {
    return (
      <Page title={t('places.newTitle')} width="form" view="new">
        <PlaceForm place={null} />
      </Page>
    )
  }
  if (edit !== undefined) return <OnePlace key={edit} id={edit} />
  return (
    <Page
      width="work"
      title={t('places.title')}
      lead={t('places.lead')}
      actions={
        <>
          <DownloadCsv list="places" query={readFilters(params)} />
          <NewPlaceLink />
        </>
      }
    >
      <PlaceList />
    </Page>
  )
}

function OnePlace({ id }: { id: string }) {
  const query = useQuery(queryOptionsOf('GET /api/places/{id}', { params: { id } }))
  if (isRefusal(query.error, 'not_found')) {
    return (
      <Page title={t('places.title')}>
        <EmptyState title={t('offering.notFoundTitle')} action={<ButtonLink to={paths.places()}>{t('offering.toList')}</ButtonLink>}>
          <p>{t('offering.notFoundText')}</p>
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title={query.data ? t('places.editTitle', { name: query.data.name }) : t('places.title')} width="form" view={id}>
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="4rem" />}>
        {place => (
          <>
            <Card>
              <PlaceForm place={place} />
            </Card>
            <TranslationsCard id={place.id} param="edit" />
            <ClosedDays place={place} />
            <CalendarFeeds of={{ kind: 'place', id: place.id }} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
