import { t } from '../../lib/messages.ts'
import { SelectField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import type { ScheduleFormState } from './schedule-values.ts'
import styles from './schedule-form.module.css'
import { lengthFor, type ScheduleOffer } from './schedule-offer.ts'

/** Support type and place. Choosing a support type sets its slot length. */
export function WhatSection({ form, offer }: { form: ScheduleFormState; offer: ScheduleOffer }) {
  const chooseType = (id: string) => {
    const type = offer.support_types.find(one => one.id === id)
    form.set({ support_type_id: id, ...(type && lengthFor(type, form.values.interpreted)) })
  }
  const isOnline = (id: string) => offer.places.some(place => place.id === id && place.kind === 'online')
  // A place with an address has no meeting link.
  const choosePlace = (id: string) => form.set({ place_id: id, ...(!isOnline(id) && { meeting_url: '' }) })
  return (
    <div className={styles.row}>
      <SelectField
        {...form.field('support_type_id')}
        label={t('scheduleForm.supportType')}
        placeholder={form.values.support_type_id ? undefined : t('scheduleForm.choose')}
        options={namedOptions(offer.support_types)}
        onChange={chooseType}
      />
      <SelectField
        {...form.field('place_id')}
        label={t('scheduleForm.place')}
        placeholder={form.values.place_id ? undefined : t('scheduleForm.choose')}
        options={namedOptions(offer.places)}
        onChange={choosePlace}
      />
    </div>
  )
}
