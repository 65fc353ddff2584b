import type { ComponentProps, ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { DateTimeField } from '../../ui/date-field.tsx'
import { TextAreaField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { MissingOffer } from '../opening/missing-offer.tsx'
import { roomText } from '../places/place-values.ts'
import { RosterField } from './roster-field.tsx'
import { zoneOf, type ScheduleOffer } from './schedule-offer.ts'
import styles from './schedule-form.module.css'
import type { ScheduleFormState } from './schedule-values.ts'
import { SlotsSection } from './slots-section.tsx'
import { WhatSection } from './what-section.tsx'
import { WhenSection } from './when-section.tsx'

interface ScheduleFormProps extends Pick<
  ComponentProps<typeof FormFrame>,
  'submit' | 'actions' | 'cancel' | 'stale' | 'refused' | 'children'
> {
  form: ScheduleFormState
  offer: ScheduleOffer
  /** The repetition fields of a new schedule. */
  repeat?: ReactNode
}

/** The form of schedules, new and existing; `children` are its last fields. */
export function ScheduleForm({ form, offer, repeat, children, ...frame }: ScheduleFormProps) {
  const { values } = form
  const zone = zoneOf(offer, values.place_id)
  const place = offer.places.find(({ id }) => id === values.place_id)
  return (
    <FormFrame form={form} {...frame}>
      <MissingOffer {...offer} />
      <Section title={t('scheduleForm.what')}>
        <WhatSection form={form} offer={offer} />
      </Section>
      <Section title={t('scheduleForm.when')}>
        <WhenSection form={form} place={place?.name} zone={zone} />
        {repeat}
      </Section>
      <RosterField offer={offer} supportTypeId={values.support_type_id} {...form.field('mentor_ids')} />
      <Section title={t('scheduleForm.slots')}>
        <SlotsSection form={form} zone={zone} type={offer.support_types.find(({ id }) => id === values.support_type_id)} />
      </Section>
      <Section title={t('scheduleForm.more')}>
        <TextAreaField {...form.field('note')} label={t('scheduleForm.note')} hint={t('scheduleForm.noteHint')} optional maxLength={2000} />
        {place?.kind === 'online' && (
          <TextField
            {...form.field('meeting_url')}
            label={t('scheduleForm.link')}
            hint={t('scheduleForm.linkHint', roomText)}
            optional
            type="url"
            inputMode="url"
            maxLength={500}
            autoComplete="off"
          />
        )}
        <DateTimeField {...form.field('booking_opens_at')} label={t('scheduleForm.opens')} hint={t('scheduleForm.opensHint')} optional />
        {children}
      </Section>
    </FormFrame>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section} aria-label={title}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </section>
)
