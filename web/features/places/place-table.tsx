import type { OfferedPlace, PlaceQuery } from '#contract/places.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatZone } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { RecordLink } from '../../ui/record-link.tsx'
import rows from '../../ui/row-list.module.css'
import { SortedTable } from '../../ui/sorted-table.tsx'
import { PlaceActions } from './place-actions.tsx'

/** Places on a wide screen. */
export const PlaceTable = ({ places, sort }: { places: readonly OfferedPlace[]; sort: PlaceQuery['sort'] }) => (
  <SortedTable
    caption={t('places.title')}
    columns={[
      { label: t('placeForm.name'), by: 'name' },
      { label: t('placeForm.address') },
      { label: t('placeForm.kind') },
      { label: t('placeForm.zone') },
      { label: t('places.ahead'), by: '-ahead', oneWay: true },
      { label: t('users.actions') },
    ]}
    sort={sort}
    standard="name"
    entries={places}
    acts
    isDim={({ active }) => !active}
  >
    {place => {
      const { id, name, address, kind, meeting_url, time_zone, ahead, active } = place
      return (
        <>
          <th scope="row">
            <span className={rows.who}>
              <RecordLink to={paths.places({ edit: id })}>{name}</RecordLink>
              {!active && <Badge>{t('offering.retired')}</Badge>}
            </span>
          </th>
          <td className={rows.words}>{address}</td>
          <td className={rows.words}>
            {t(`places.${kind}`)}
            {kind === 'online' && <span className={rows.second}>{meeting_url ? new URL(meeting_url).host : t('places.noLink')}</span>}
          </td>
          <td className={rows.day}>{formatZone(time_zone)}</td>
          <td className={rows.words}>{t('offering.ahead', { ...ahead })}</td>
          <td>
            <span className={rows.end}>
              <PlaceActions place={place} />
            </span>
          </td>
        </>
      )
    }}
  </SortedTable>
)
