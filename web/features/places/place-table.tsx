import type { OfferedPlace, PlaceQuery } from '#contract/places.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatZone } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { RecordLink } from '../../ui/record-link.tsx'
import rows from '../../ui/row-list.module.css'
import { SortColumn } from '../../ui/sort-column.tsx'
import { Column, Row, Table } from '../../ui/table.tsx'
import { PlaceActions } from './place-actions.tsx'

/** Places on a wide screen. */
export const PlaceTable = ({ places, sort }: { places: readonly OfferedPlace[]; sort: PlaceQuery['sort'] }) => (
  <Table
    caption={t('places.title')}
    acts
    columns={
      <>
        <SortColumn by="name" sort={sort} standard="name">
          {t('placeForm.name')}
        </SortColumn>
        <Column>{t('placeForm.address')}</Column>
        <Column>{t('placeForm.kind')}</Column>
        <Column>{t('placeForm.zone')}</Column>
        <SortColumn by="-ahead" sort={sort} standard="name" oneWay>
          {t('places.ahead')}
        </SortColumn>
        <Column>{t('users.actions')}</Column>
      </>
    }
  >
    <tbody>
      {places.map(place => {
        const { id, name, address, kind, meeting_url, time_zone, ahead, active } = place
        return (
          <Row key={id} dim={!active}>
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
          </Row>
        )
      })}
    </tbody>
  </Table>
)
