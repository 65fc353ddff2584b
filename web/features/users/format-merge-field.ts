import type { MergeField, UserDetails } from '#contract/users.ts'
import { languageName } from '../../lib/language-name.ts'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { formatSpokenLanguage } from '../../lib/spoken-languages.ts'
import { formatZone } from '../../lib/time.ts'

/** A field of a record as text, to choose between two records that differ in it. */
export function formatMergeField(field: MergeField, user: Pick<UserDetails, Exclude<MergeField, 'contact'> | OtherField>): string {
  switch (field) {
    case 'contact':
      return [user.contact_name, user.contact_phone && formatPhone(user.contact_phone)].filter(Boolean).join(', ')
    case 'channel':
      return t(`userForm.channel.${user.channel}`)
    case 'time_zone':
      return formatZone(user.time_zone)
    case 'photo':
      return t('merge.photo', { name: user.name })
    case 'locale':
      return languageName(user.locale)
    case 'spoken_language':
      return formatSpoken(user)
    case 'name':
    case 'email':
      return user[field] ?? ''
  }
}

type OtherField = 'contact_name' | 'contact_phone' | 'needs_interpreter'

/** Two records with the same language may differ in the interpreter. */
function formatSpoken({ spoken_language, needs_interpreter }: Pick<UserDetails, 'spoken_language' | 'needs_interpreter'>): string {
  if (spoken_language === null) return ''
  const language = formatSpokenLanguage(spoken_language)
  return needs_interpreter ? t('interpreter.needed', { language }) : language
}
