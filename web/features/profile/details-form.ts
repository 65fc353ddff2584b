import type { User } from '#contract/people.ts'
import { isZone } from '#domain/time/zone.ts'
import { useForm } from '../../lib/form.ts'
import { showInLanguage } from '../../lib/choose-language.ts'
import { t } from '../../lib/messages.ts'
import { toast } from '../../ui/toast.ts'
import { spokenBodyOf, spokenValuesOf } from '../people/spoken-fields.tsx'
import { mayBeEmail } from '../sessions/address.ts'
import { saveProfile } from './own-user.ts'

/** Values of the details form. */
export const detailsOf = ({ name, email, locale, time_zone, ...spoken }: User) => ({
  name,
  email: email ?? '',
  locale,
  time_zone,
  ...spokenValuesOf(spoken),
})
/** The form's values; an absent e-mail address is an empty text. */
export type Details = ReturnType<typeof detailsOf>

/** The form of name, e-mail, languages and time zone. A save carries the revision of `user`. */
export function useDetailsForm(user: User, onSaved: (user: User) => void) {
  return useForm<Details>({
    initial: detailsOf(user),
    check: ({ name, email, time_zone }) => ({
      name: name.trim() ? undefined : t('profileDetails.nameMissing'),
      email: email.trim() === '' || mayBeEmail(email) ? undefined : t('profileDetails.emailWrong'),
      time_zone: isZone(time_zone) ? undefined : t('profileDetails.zoneWrong'),
    }),
    submit: async ({ name, email, locale, time_zone, ...spoken }) => {
      const body = { revision: user.revision, name: name.trim(), email: email.trim() || null, locale, time_zone, ...spokenBodyOf(spoken) }
      onSaved(await saveProfile(body))
      toast(t('profileDetails.saved'), { type: 'success' })
      if (locale !== user.locale) showInLanguage(locale)
    },
  })
}
