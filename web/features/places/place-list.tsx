import type { OfferedPlace } from '#contract/places.ts'
import { IconMapPin, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams, type Params } from '../../lib/search-params.ts'
import { sortParam } from '../../lib/sort-param.ts'
import { formatZone } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { SortField } from '../../ui/sort-column.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { SavedViewsBar } from '../saved-views/saved-views-bar.tsx'
import { PlaceActions } from './place-actions.tsx'
import { PlaceTable } from './place-table.tsx'
import styles from '../../ui/row-list.module.css'

const states = ['all', 'active', 'retired'] as const
const orders = ['name', '-name', '-ahead'] as const

/** The filters in the address. */
export const readFilters = ({ search, state, sort }: Params) => ({
  search: search?.trim() || undefined,
  state: states.find(known => known === state),
  sort: sortParam(sort, orders),
})

/** Places in use, then retired ones, found by name or address. */
export function PlaceList() {
  const [params, setParams] = useSearchParams<'places'>()
  const { search, state, sort } = readFilters(params)
  const wide = useWide(60)
  const query = useQuery({
    ...queryOptionsOf('GET /api/places', { query: { search, state, sort, page: Math.max(1, Number(params.page) || 1) } }),
    placeholderData: keepPreviousData,
  })
  const bind = (name: 'search' | 'state') => ({
    name,
    value: params[name] ?? '',
    onChange: (value: string) => setParams({ [name]: value || undefined, page: undefined }, { replace: true }),
  })
  const showAll = () => setParams({ search: undefined, state: undefined, page: undefined })
  return (
    <div className={styles.stack}>
      <search className={styles.filters}>
        <TextField label={t('places.search')} type="search" autoComplete="off" maxLength={100} {...bind('search')} />
        <SelectField
          label={t('places.state')}
          options={states.map(value => ({ value: value === 'all' ? '' : value, label: t(`places.state.${value}`) }))}
          {...bind('state')}
        />
      </search>
      <SavedViewsBar list="places" pathOf={paths.places} />
      <Loaded query={query} skeleton={<ListSkeleton rows={6} height="3.5rem" />}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <NoPlaces filtered={search !== undefined || state !== undefined} onShowAll={showAll} />
          ) : (
            <>
              <p className="soft small tabular" role="status">
                {t('places.count', { count: meta.total })}
              </p>
              {wide ? (
                <PlaceTable places={data} sort={sort} />
              ) : (
                <>
                  <SortField sort={sort} standard="name" options={orderOptions()} />
                  <ul className={styles.list}>
                    {data.map(place => (
                      <PlaceCard key={place.id} place={place} />
                    ))}
                  </ul>
                </>
              )}
              <Pager meta={meta} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

const orderOptions = () => [
  { value: 'name' as const, label: t('users.sort.name') },
  { value: '-name' as const, label: t('users.sort.nameLast') },
  { value: '-ahead' as const, label: t('places.sort.ahead') },
]

function PlaceCard({ place }: { place: OfferedPlace }) {
  const { name, kind, address, meeting_url, time_zone, active, ahead } = place
  return (
    <Card as="li">
      <div className={styles.row}>
        <div className={styles.what}>
          <h2>{name}</h2>
          {address && (
            <p className="small">
              <bdi>{address}</bdi>
            </p>
          )}
          <p className={styles.facts}>
            <span>{t(`places.${kind}`)}</span>
            {kind === 'online' && <span>{meeting_url ? new URL(meeting_url).host : t('places.noLink')}</span>}
            <span>{formatZone(time_zone)}</span>
            <span>{t('offering.ahead', { ...ahead })}</span>
            {!active && <Badge>{t('offering.retired')}</Badge>}
          </p>
        </div>
        <div className={`${styles.actions} no-print`}>
          <PlaceActions place={place} />
        </div>
      </div>
    </Card>
  )
}

function NoPlaces({ filtered, onShowAll }: { filtered: boolean; onShowAll: () => void }) {
  if (filtered) return <EmptyState title={t('places.noneFound')} action={<Button onClick={onShowAll}>{t('places.showAll')}</Button>} />
  return (
    <EmptyState title={t('places.noneTitle')} icon={<IconMapPin size={26} stroke={1.6} aria-hidden="true" />} action={<NewPlaceLink />}>
      <p>{t('places.noneText')}</p>
    </EmptyState>
  )
}

/** Opens the form of a new place in the list. */
export const NewPlaceLink = () => (
  <ButtonLink to={paths.places({ edit: 'new' })} kind="primary" icon={<IconPlus size={20} aria-hidden="true" />}>
    {t('places.new')}
  </ButtonLink>
)
