import { formatReference } from '#domain/booking/reference.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone, looksLikePhone } from '../../lib/phone.ts'
import { can } from '../../lib/session.ts'
import { formatDateTimeThere } from '../../lib/time.ts'
import { findDestinations } from './destinations.ts'
import type { Group } from './option.ts'
import { actionsFor, actionsForUnknown, isNumber, readVerb } from './person-actions.ts'
import { recentOptions } from './recent-options.ts'
import { useKnownRecords } from './use-known-records.ts'

const minLength = 2
/** Of so many people found first, the actions are listed; with a typed action, of all. */
const maxWithActions = 2

/**
 * Search results: people, what can be done for them, appointments, and pages; without text also what was opened
 * before. Stale when people or appointments found for an earlier text are among them.
 */
export function useSearchResults(typed: string): { groups: Group[]; looking: boolean; isStale: boolean; failed: boolean } {
  const { verb, rest } = readVerb(typed)
  const [text] = useDebouncedValue(rest, 150)
  const asks = text.length >= minLength && (can('User List') || can('Appointment List'))
  const query = useQuery({
    ...queryOptionsOf('GET /api/find', { query: { text } }),
    enabled: asks,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  // Without User List, a caller is found by the digits of their number only.
  const asksNumber = !can('User List') && can('Appointment Create') && isNumber(text) && looksLikePhone(text)
  const byNumber = useQuery({
    ...queryOptionsOf('GET /api/find-users', { query: { phone: text } }),
    enabled: asksNumber,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const known = useKnownRecords(rest)
  const { users = [], appointments = [] } = (asks && query.data) || {}
  const looking = (asks && query.isFetching) || (asksNumber && byNumber.isFetching) || ((asks || asksNumber) && text !== rest)
  const failed = (asks && query.isError) || (asksNumber && byNumber.isError)
  const callers = asksNumber ? (byNumber.data?.data ?? []) : users
  const actions = {
    title: t('palette.actions'),
    options: [
      ...(verb ? callers : callers.slice(0, maxWithActions)).flatMap(user => actionsFor(user, verb)),
      ...(callers.length === 0 && !looking && !failed && (verb ?? 'book') === 'book' ? actionsForUnknown(text) : []),
    ],
  }
  const people = {
    title: t('palette.people'),
    options: users.map(({ id, name, phone, photo }) => ({
      to: paths.user(id),
      label: name,
      ...(phone && { note: formatPhone(phone) }),
      photo: { name, url: photo },
    })),
  }
  const groups: Group[] = [
    ...(typed.trim() === '' ? [{ title: t('palette.recent'), options: recentOptions() }] : []),
    ...(verb ? [actions, people] : [people, actions]),
    {
      title: t('palette.appointments'),
      options: appointments.map(({ id, schedule_id, reference, user, starts_at, time_zone }) => ({
        to: can('Appointment Edit') ? paths.appointmentEdit(schedule_id, id) : paths.scheduleAppointments(schedule_id),
        label: `${formatReference(reference)} · ${user.name}`,
        note: formatDateTimeThere(starts_at, time_zone),
      })),
    },
    ...known,
    { title: t('palette.pages'), options: findDestinations(typed) },
  ]
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    looking,
    isStale: looking && callers.length + appointments.length > 0,
    failed,
  }
}
