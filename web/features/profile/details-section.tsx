import type { User } from '#contract/people.ts'
import { call } from '../../lib/api.ts'
import { language, t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { ZoneField } from '../../ui/zone-field.tsx'
import { detailsOf, useDetailsForm } from './details-form.ts'
import styles from './profile.module.css'

interface DetailsSectionProps {
  user: User
  /** The address logs in: it is changed in its own section, with a code. */
  emailFixed: boolean
  onSaved: (user: User) => void
  /** The newest was read, and nothing saved. */
  onRead: (user: User) => void
}

/** Name, e-mail, language, time zone. */
export function DetailsSection({ user, emailFixed, onSaved, onRead }: DetailsSectionProps) {
  const form = useDetailsForm(user, onSaved)
  const stale = form.refusal?.code === 'stale'
  const read = async () => {
    const { user: newest } = await call('GET /api/my-profile')
    onRead(newest)
    return newest
  }
  return (
    <Card as="section">
      <h2 className={styles.title}>{t('details.title')}</h2>
      <Form onSubmit={form.onSubmit} problem={stale ? undefined : form.problem}>
        {stale && <StaleNotice onKeep={read} onTake={async () => form.reset(detailsOf(await read()))} />}
        <TextField label={t('details.name')} hint={t('details.nameHint')} autoComplete="name" {...form.field('name')} />
        {!emailFixed && (
          <TextField
            label={t('details.email')}
            hint={t('details.emailHint')}
            optional
            type="email"
            autoComplete="email"
            {...form.field('email')}
          />
        )}
        <SelectField label={t('details.language')} options={languages(user.locale)} {...form.field('locale')} />
        <ZoneField label={t('details.zone')} hint={t('details.zoneHint')} {...form.field('time_zone')} />
        <FormActions>
          <Button type="submit" kind="primary" busy={form.busy}>
            {t('ui.save')}
          </Button>
        </FormActions>
      </Form>
      <UnsavedGuard isDirty={form.isDirty} />
    </Card>
  )
}

/** The languages that have a catalogue, and the one that was set. */
function languages(set: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return [...new Set([language, set])].map(value => ({ value, label: names.of(value) ?? value }))
}
