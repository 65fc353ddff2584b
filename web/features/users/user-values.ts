import type { UserDetails } from '#contract/users.ts'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { spokenBodyOf, spokenValuesOf, type SpokenValues } from '../people/spoken-fields.tsx'
import { mayBeEmail } from '../sessions/address.ts'

/** Values of the user form. */
export type UserValues = SpokenValues & {
  name: string
  phone: string
  email: string
  contact_name: string
  contact_phone: string
  channel: UserDetails['channel']
  note: string
  /** Empty for a new person: the organisation's. */
  locale: string
  time_zone: string
  /** Of a mentor; empty for others. */
  bio: string
  support_type_ids: string[]
}

/** A new person, with the organisation's language and time zone. */
export const emptyUser = (): UserValues => ({
  name: '',
  phone: '',
  email: '',
  contact_name: '',
  contact_phone: '',
  channel: 'sms',
  note: '',
  locale: '',
  time_zone: '',
  spoken_language: '',
  needs_interpreter: false,
  working_languages: [],
  bio: '',
  support_type_ids: [],
})

/** The form's values of a person's record: phone numbers as people write them, what is absent as an empty text. */
export const valuesOfUser = (user: UserDetails): UserValues => ({
  name: user.name,
  phone: user.phone ? formatPhone(user.phone) : '',
  email: user.email ?? '',
  contact_name: user.contact_name ?? '',
  contact_phone: user.contact_phone ? formatPhone(user.contact_phone) : '',
  channel: user.channel,
  note: user.note,
  locale: user.locale,
  time_zone: user.time_zone,
  ...spokenValuesOf(user),
  bio: user.mentor?.bio ?? '',
  support_type_ids: (user.mentor?.support_types ?? []).flatMap(type => (type.offered ? [type.id] : [])),
})

/** Error texts by field. */
export function checkUser({ name, email }: UserValues): { [Key in keyof UserValues]?: string } {
  return {
    ...(name.trim() === '' && { name: t('userForm.nameMissing') }),
    ...(email.trim() !== '' && !mayBeEmail(email) && { email: t('userForm.emailWrong') }),
  }
}

/** The body of a request that creates a person; empty fields are null, the organisation's are not sent. */
export function bodyOf({ bio: _bio, support_type_ids: _types, ...values }: UserValues) {
  const { name, phone, email, contact_name, contact_phone, locale, time_zone, ...rest } = values
  const orNull = (text: string) => text.trim() || null
  return {
    ...rest,
    ...(locale && { locale }),
    ...(time_zone && { time_zone }),
    ...spokenBodyOf(values),
    name: name.trim(),
    phone: orNull(phone),
    email: orNull(email),
    contact_name: orNull(contact_name),
    contact_phone: orNull(contact_phone),
  }
}

const changeOf = (values: UserValues) => ({
  ...bodyOf(values),
  bio: values.bio.trim(),
  support_type_ids: values.support_type_ids.toSorted(),
})

/** The changed fields of a person's record. */
export function changesBetween(before: UserValues, after: UserValues): Partial<ReturnType<typeof changeOf>> {
  const [old, fresh] = [changeOf(before), changeOf(after)]
  const changed = Object.entries(fresh).filter(([key, value]) => JSON.stringify(old[key as keyof typeof old]) !== JSON.stringify(value))
  return Object.fromEntries(changed) as Partial<ReturnType<typeof changeOf>>
}
