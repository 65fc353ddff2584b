import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { TextAreaField, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { roomText } from '../places/place-values.ts'
import { RosterField } from './roster-field.tsx'
import { zoneOf, type ScheduleOffer } from './schedule-offer.ts'
import styles from './schedule-form.module.css'
import type { ScheduleFormState } from './schedule-values.ts'
import { SlotsSection } from './slots-section.tsx'
import { WhatSection } from './what-section.tsx'
import { WhenSection } from './when-section.tsx'

interface ScheduleFormProps {
  form: ScheduleFormState
  offer: ScheduleOffer
  /** What was refused, above the fields. */
  refused?: ReactNode
  /** What a new schedule asks beyond an old one. */
  repeat?: ReactNode
  children: ReactNode
}

/** The one form of schedules, new and old; `children` are its last fields and its buttons. */
export function ScheduleForm({ form, offer, refused, repeat, children }: ScheduleFormProps) {
  const { values } = form
  const zone = zoneOf(offer, values.place_id)
  const place = offer.places.find(({ id }) => id === values.place_id)
  return (
    <Form onSubmit={form.onSubmit} problem={refused ? undefined : form.problem}>
      {refused}
      <Section title={t('scheduleForm.what')}>
        <WhatSection form={form} offer={offer} />
      </Section>
      <Section title={t('scheduleForm.when')}>
        <WhenSection form={form} place={place?.name} zone={zone} />
        {repeat}
      </Section>
      <RosterField offer={offer} supportTypeId={values.support_type_id} {...form.field('mentor_ids')} />
      <Section title={t('scheduleForm.slots')}>
        <SlotsSection form={form} zone={zone} />
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
        <TextField
          {...form.field('booking_opens_at')}
          label={t('scheduleForm.opens')}
          hint={t('scheduleForm.opensHint')}
          optional
          type="datetime-local"
        />
        {children}
      </Section>
      <UnsavedGuard isDirty={form.isDirty} />
    </Form>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section} aria-label={title}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </section>
)
