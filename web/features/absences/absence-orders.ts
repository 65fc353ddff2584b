import { t } from '../../lib/messages.ts'

/** The orders of the lists; the first without a parameter. */
export const timeOffOrders = ['starts', '-starts', 'mentor', '-mentor'] as const
/** As `timeOffOrders`, of closed days. */
export const closedDayOrders = ['date', '-date', 'place', '-place'] as const

/** The choices of the order of time off, in the language of the page. */
export const timeOffOptions = () => [
  { value: 'starts' as const, label: t('absences.sort.soonest') },
  { value: '-starts' as const, label: t('absences.sort.latest') },
  { value: 'mentor' as const, label: t('absences.sort.mentor') },
  { value: '-mentor' as const, label: t('absences.sort.mentorLast') },
]

/** The choices of the order of closed days, in the language of the page. */
export const closedDayOptions = () => [
  { value: 'date' as const, label: t('absences.sort.soonest') },
  { value: '-date' as const, label: t('absences.sort.latest') },
  { value: 'place' as const, label: t('absences.sort.place') },
  { value: '-place' as const, label: t('absences.sort.placeLast') },
]
