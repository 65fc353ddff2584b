import type { UserDetails } from '#contract/users.ts'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { spokenBodyOf, spokenValuesOf, type SpokenValues } from '../people/spoken-fields.tsx'

/** Values of the user form. */
export type UserValues = SpokenValues & {
  name: string
  phone: string
  email: string
  contact_name: string
  contact_phone: string
  channel: UserDetails['channel']
  note: string
  time_zone: string
}

export const emptyUser = (zone: string): UserValues => ({
  name: '',
  phone: '',
  email: '',
  contact_name: '',
  contact_phone: '',
  channel: 'sms',
  note: '',
  time_zone: zone,
  spoken_language: '',
  needs_interpreter: false,
  working_languages: [],
})

export const valuesOfUser = (user: UserDetails): UserValues => ({
  name: user.name,
  phone: user.phone ? formatPhone(user.phone) : '',
  email: user.email ?? '',
  contact_name: user.contact_name ?? '',
  contact_phone: user.contact_phone ? formatPhone(user.contact_phone) : '',
  channel: user.channel,
  note: user.note,
  time_zone: user.time_zone,
  ...spokenValuesOf(user),
})

/** Error texts by field. */
export function checkUser({ name, email }: UserValues): { [Key in keyof UserValues]?: string } {
  return {
    ...(name.trim() === '' && { name: t('userForm.nameMissing') }),
    ...(email.trim() !== '' && !/^\S+@\S+\.\S+$/.test(email.trim()) && { email: t('userForm.emailWrong') }),
  }
}

/** The request body; empty fields are null. */
export function bodyOf(values: UserValues) {
  const { name, phone, email, contact_name, contact_phone, ...rest } = values
  const orNull = (text: string) => text.trim() || null
  return {
    ...rest,
    ...spokenBodyOf(values),
    name: name.trim(),
    phone: orNull(phone),
    email: orNull(email),
    contact_name: orNull(contact_name),
    contact_phone: orNull(contact_phone),
  }
}

/** The changed fields of a body. */
export function changesBetween(before: UserValues, after: UserValues): Partial<ReturnType<typeof bodyOf>> {
  const [old, fresh] = [bodyOf(before), bodyOf(after)]
  const changed = Object.entries(fresh).filter(([key, value]) => JSON.stringify(old[key as keyof typeof old]) !== JSON.stringify(value))
  return Object.fromEntries(changed) as Partial<ReturnType<typeof bodyOf>>
}
