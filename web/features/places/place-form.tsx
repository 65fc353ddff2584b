import type { OfferedPlace } from '#contract/places.ts'
import { hasOwnRooms } from '#domain/booking/meeting-link.ts'
import { useState } from 'react'
import { afterStale } from '../../lib/after-stale.ts'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { ZoneField } from '../../ui/zone-field.tsx'
import { ClashNotice } from '../schedules/clash-notice.tsx'
import { HolidayRegionFields } from './holiday-region-fields.tsx'
import { bodyOf, roomText, checkPlace, emptyPlace, valuesOf, type PlaceValues } from './place-values.ts'

/** The form of a place. It returns to the list after a save. */
export function PlaceForm({ place }: { place: OfferedPlace | null }) {
  const [, setParams] = useSearchParams<'places'>()
  const [base, setBase] = useState(place)
  const keyFor = useIdempotencyKey()
  const leave = () => setParams({ edit: undefined })
  const create = (values: PlaceValues) => {
    const body = bodyOf(values)
    return call('POST /api/places', { body, idempotencyKey: keyFor(body) })
  }
  const form = useForm<PlaceValues>({
    initial: base ? valuesOf(base) : emptyPlace(),
    check: checkPlace,
    at: { name_taken: 'name', has_schedules: 'time_zone' },
    submit: async values => {
      const saved = base ? await change(base, values) : await create(values)
      const nothing = saved.revision === base?.revision
      toast(nothing ? t('offering.nothingChanged') : savedMessage(saved), { type: nothing ? 'default' : 'success' })
      leave()
    },
  })
  const readNewest = async (id: string) => {
    const newest = await call('GET /api/places/{id}', { params: { id } })
    setBase(newest)
    return newest
  }
  const clashes = form.refusal?.problem.clashes
  const isRoom = form.values.kind === 'in_person'
  const affectedClients = base ? countAffectedClients(base, form.values) : 0
  const zoneChanges = base !== null && form.values.time_zone !== base.time_zone
  return (
    <FormFrame
      form={form}
      param="edit"
      submit={t(base ? 'placeForm.save' : 'placeForm.create')}
      cancel={leave}
      stale={base ? afterStale(form, async () => valuesOf(await readNewest(base.id))) : undefined}
      refused={clashes && <ClashNotice clashes={clashes} />}
    >
      <TextField label={t('placeForm.name')} maxLength={120} autoComplete="off" {...form.field('name')} />
      <SelectField
        label={t('placeForm.kind')}
        options={(['in_person', 'online'] as const).map(value => ({ value, label: t(`places.${value}`) }))}
        {...form.field('kind')}
        onChange={kind => form.set({ kind: kind as PlaceValues['kind'] })}
      />
      {!isRoom && (
        <TextField
          label={t('placeForm.link')}
          hint={t('placeForm.linkHint', roomText)}
          type="url"
          inputMode="url"
          optional
          maxLength={500}
          autoComplete="off"
          {...form.field('meeting_url')}
        />
      )}
      {!isRoom && form.values.meeting_url.trim() !== '' && !hasOwnRooms(form.values.meeting_url) && (
        <Notice kind="warning">
          <p>{t('placeForm.linkShared', roomText)}</p>
        </Notice>
      )}
      <TextAreaField
        label={t(isRoom ? 'placeForm.address' : 'placeForm.addressOnline')}
        hint={t(isRoom ? 'placeForm.addressHint' : 'placeForm.addressOnlineHint')}
        optional={!isRoom}
        maxLength={500}
        {...form.field('address')}
      />
      <ZoneField label={t('placeForm.zone')} hint={t('placeForm.zoneHint')} {...form.field('time_zone')} />
      <HolidayRegionFields
        value={form.values.holiday_region}
        error={form.errors.holiday_region}
        onChange={holiday_region => form.set({ holiday_region })}
      />
      {zoneChanges && (
        <Notice kind="warning">
          <p>{t('placeForm.zoneChanges', { sessions: base.ahead.sessions })}</p>
        </Notice>
      )}
      {affectedClients > 0 && (
        <Notice kind="warning">
          <p>{t('placeForm.tells', { count: affectedClients })}</p>
        </Notice>
      )}
    </FormFrame>
  )
}

/** Sends only changed fields. */
function change(base: OfferedPlace, values: PlaceValues) {
  const before = bodyOf(valuesOf(base))
  const after = bodyOf(values)
  const changed = Object.entries(after).filter(([name, value]) => value !== before[name as keyof typeof before])
  return call('PUT /api/places/{id}', { params: { id: base.id }, body: { ...Object.fromEntries(changed), revision: base.revision } })
}

/** The number of clients whose appointments would show another place or meeting link. */
function countAffectedClients(base: OfferedPlace, values: PlaceValues): number {
  const [before, after] = [bodyOf(valuesOf(base)), bodyOf(values)]
  const differs = (name: 'name' | 'kind' | 'address' | 'meeting_url') => before[name] !== after[name]
  if (differs('name') || differs('kind') || differs('address')) return base.clients_ahead
  return differs('meeting_url') ? base.clients_ahead_of_link : 0
}

const savedMessage = (saved: { name: string; moved?: number; told?: number }): string =>
  [
    t('offering.saved', { name: saved.name }),
    saved.moved ? t('placeForm.zoneMoved', { count: saved.moved }) : '',
    saved.told ? t('placeForm.told', { count: saved.told }) : '',
  ]
    .filter(Boolean)
    .join(' ')
