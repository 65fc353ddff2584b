import type { WaitingEntry } from '#contract/waiting-list.ts'
import { t } from '../../lib/messages.ts'
import { formatSpokenLanguage } from '../../lib/spoken-languages.ts'
import { formatDate, formatShortDay } from '../../lib/time.ts'

type Days = Pick<WaitingEntry, 'from_date' | 'to_date'>

/** "Tuesday 24 November", or "Tuesday 24 November to Friday 4 December". */
export const formatDays = ({ from_date, to_date }: Days): string =>
  from_date === to_date ? formatDate(from_date) : t('joinWaitingList.days', { from: formatDate(from_date), to: formatDate(to_date) })

/** "You are the first in line." */
export const formatPosition = (ahead: number): string =>
  ahead === 0 ? t('joinWaitingList.first') : t('joinWaitingList.ahead', { count: ahead })

/** "Amara Osei · Any place", with the language and the interpreter that are waited for. */
export const formatPreferences = ({
  mentor,
  place,
  language,
  interpreter,
}: Pick<WaitingEntry, 'mentor' | 'place' | 'language' | 'interpreter'>): string =>
  [
    mentor?.name ?? t('joinWaitingList.anyone'),
    place?.name ?? t('joinWaitingList.anywhere'),
    language && formatSpokenLanguage(language),
    interpreter && t('interpreter.withInterpreter'),
  ]
    .filter(Boolean)
    .join(' · ')

/** "Tue 24 Nov" or "Tue 24 Nov to Fri 4 Dec", for tables. */
export function formatShortDays({ from_date, to_date }: Days): string {
  const [from, to] = [formatShortDay(`${from_date}T12:00:00Z`, 'UTC'), formatShortDay(`${to_date}T12:00:00Z`, 'UTC')]
  return from_date === to_date ? from : t('joinWaitingList.days', { from, to })
}
