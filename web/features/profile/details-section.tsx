import type { User } from '#contract/people.ts'
import { afterStale } from '../../lib/after-stale.ts'
import { call } from '../../lib/api.ts'
import { useLanguageOptions, useStaffLanguageHint } from '../../lib/language-options.ts'
import { t } from '../../lib/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { ZoneField } from '../../ui/zone-field.tsx'
import { SpokenFields } from '../people/spoken-fields.tsx'
import { detailsOf, useDetailsForm } from './details-form.ts'
import styles from './profile.module.css'

interface DetailsSectionProps {
  user: User
  /** The address logs in: it is changed in its own section, with a code. */
  emailFixed: boolean
  onSaved: (user: User) => void
  /** Called with the reloaded user after a stale save. */
  onRead: (user: User) => void
}

/** Name, e-mail, languages, time zone. */
export function DetailsSection({ user, emailFixed, onSaved, onRead }: DetailsSectionProps) {
  const form = useDetailsForm(user, onSaved)
  const own = useSession()
  const works = own?.isMentor === true
  const staffHint = useStaffLanguageHint()
  const read = async () => {
    const { user: newest } = await call('GET /api/my-profile')
    onRead(newest)
    return newest
  }
  return (
    <Card as="section">
      <h2 className={styles.title}>{t('profileDetails.title')}</h2>
      <FormFrame form={form} submit={t('ui.save')} stale={afterStale(form, async () => detailsOf(await read()))}>
        <TextField label={t('profileDetails.name')} hint={t('profileDetails.nameHint')} autoComplete="name" {...form.field('name')} />
        {!emailFixed && (
          <TextField
            label={t('profileDetails.email')}
            hint={t('profileDetails.emailHint')}
            optional
            type="email"
            autoComplete="email"
            {...form.field('email')}
          />
        )}
        <SelectField
          label={t('profileDetails.language')}
          hint={own?.isAdmin || works ? staffHint : undefined}
          options={useLanguageOptions(user.locale)}
          {...form.field('locale')}
        />
        <SpokenFields own works={works} values={form.values} errors={form.errors} onChange={form.set} />
        <ZoneField label={t('profileDetails.zone')} hint={t('profileDetails.zoneHint')} {...form.field('time_zone')} />
      </FormFrame>
    </Card>
  )
}
