import type { UserDetails } from '#contract/users.ts'
import type { useForm } from '../../lib/form.ts'
import { useLanguageOptions, useStaffLanguageHint } from '../../lib/language-options.ts'
import { t } from '../../lib/messages.ts'
import { FieldError } from '../../ui/field.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../../ui/fields.tsx'
import { ZoneField } from '../../ui/zone-field.tsx'
import { SpokenFields } from '../people/spoken-fields.tsx'
import type { UserValues } from './user-values.ts'
import styles from './users.module.css'

/** The form's state, which its page holds, because its actions use it too. */
export type UserFormState = ReturnType<typeof useForm<UserValues>>

const channels: readonly UserDetails['channel'][] = ['sms', 'email', 'both', 'none']

interface UserFieldsProps {
  form: UserFormState
  /** The language and the time zone can stay empty: then they are the organisation's. */
  isNew?: boolean
  /** The user's own record: the number is changed in the profile, with a code. */
  own?: boolean
  /** The person has a role, and may work with clients. */
  works?: boolean
  /** What clients read about a mentor; null for others. */
  mentor?: UserDetails['mentor']
  /**
   * What its owner confirmed: a number is replaced on the person's page, with a code; an address in their profile.
   */
  confirmed?: { phone: boolean; email: boolean }
  /** The person has a way to sign in: a number is set on their page, with a code. */
  signsIn?: boolean
}

/** A person's fields: name and number, then a contact for people without their own phone. */
export function UserFields({
  form,
  isNew = false,
  own = false,
  works = false,
  mentor = null,
  confirmed = { phone: false, email: false },
  signsIn = false,
}: UserFieldsProps) {
  const languages = useLanguageOptions(form.values.locale)
  const staffHint = useStaffLanguageHint()
  return (
    <>
      <TextField label={t('userForm.name')} autoComplete="off" maxLength={120} {...form.field('name')} />
      <TextField
        label={t('userForm.phone')}
        hint={t(
          own
            ? 'userForm.phoneOwn'
            : confirmed.phone
              ? 'userForm.phoneConfirmed'
              : signsIn
                ? 'userForm.phoneNeedsCode'
                : 'userForm.phoneHint',
        )}
        optional={!own && !signsIn}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={40}
        readOnly={own || signsIn}
        {...form.field('phone')}
      />
      <TextField
        label={t('userForm.email')}
        hint={confirmed.email ? t('userForm.emailConfirmed') : undefined}
        optional={!confirmed.email}
        readOnly={confirmed.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        {...form.field('email')}
      />
      <fieldset className={styles.choice}>
        <legend>{t('userForm.contact')}</legend>
        <p className="soft small">{t('userForm.contactHint')}</p>
        <div className={styles.pair}>
          <TextField label={t('userForm.contactName')} optional autoComplete="off" maxLength={120} {...form.field('contact_name')} />
          <TextField
            label={t('userForm.contactPhone')}
            optional
            type="tel"
            inputMode="tel"
            autoComplete="off"
            maxLength={40}
            {...form.field('contact_phone')}
          />
        </div>
      </fieldset>
      <SelectField
        label={t('userForm.channel')}
        options={channels.map(value => ({ value, label: t(`userForm.channel.${value}`) }))}
        {...form.field('channel')}
        onChange={value => form.set({ channel: value as UserValues['channel'] })}
      />
      <SelectField
        label={t('profileDetails.language')}
        hint={works ? staffHint : undefined}
        optional={isNew}
        placeholder={isNew ? t('settings.language') : undefined}
        options={languages}
        {...form.field('locale')}
      />
      <SpokenFields own={own} works={works} values={form.values} errors={form.errors} onChange={form.set} />
      {mentor && <MentorFields form={form} mentor={mentor} />}
      <ZoneField
        label={t('userForm.zone')}
        hint={t('userForm.zoneHint')}
        placeholder={isNew ? t('settings.zone') : undefined}
        {...form.field('time_zone')}
      />
      <TextAreaField label={t('userForm.note')} hint={t('userForm.noteHint')} optional maxLength={5000} {...form.field('note')} />
    </>
  )
}

/** What clients read about a mentor, and the support types that the mentor offers. */
function MentorFields({ form, mentor }: { form: UserFormState; mentor: NonNullable<UserDetails['mentor']> }) {
  const { support_type_ids: chosen } = form.values
  const toggle = (id: string, offers: boolean) =>
    form.set({ support_type_ids: offers ? [...chosen, id] : chosen.filter(other => other !== id) })
  return (
    <>
      <TextAreaField label={t('audit.field.bio')} hint={t('mentorProfile.hint')} optional maxLength={1000} {...form.field('bio')} />
      <fieldset className={styles.choice}>
        <legend>{t('mentors.supportTypes')}</legend>
        <p className="soft small">{t('mentorProfile.typesHint')}</p>
        {mentor.support_types.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            name={`support_type ${id}`}
            value={chosen.includes(id)}
            onChange={offers => toggle(id, offers)}
          />
        ))}
        <FieldError id="support-types-error" error={form.errors.support_type_ids} />
      </fieldset>
    </>
  )
}
