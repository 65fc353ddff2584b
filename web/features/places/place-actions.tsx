import type { OfferedPlace } from '#contract/places.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { OfferActions } from '../support-types/offer-actions.tsx'

/** Edits, retires and reactivates a place. */
export const PlaceActions = ({ place: { id, name, active, ahead, revision } }: { place: OfferedPlace }) => (
  <OfferActions
    name={name}
    edit={paths.places({ edit: id })}
    active={active}
    title={t('places.retireTitle', { name })}
    consequences={[t('places.retireText'), ahead.sessions > 0 ? t('places.retireAhead', { ...ahead }) : t('places.retireNone')]}
    onRetire={known => call('POST /api/places/{id}/retire', { params: { id }, body: { revision: known ?? revision } })}
    onReactivate={known => call('POST /api/places/{id}/reactivate', { params: { id }, body: { revision: known ?? revision } })}
  />
)
