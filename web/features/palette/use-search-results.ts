import type { PageAddress } from '#contract/pages.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { formatPhone } from '#domain/people/phone.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { formatDateTime } from '../../lib/time.ts'
import { findDestinations } from './destinations.ts'

export interface Option {
  to: PageAddress
  label: string
  note?: string
  photo?: { name: string; url: string | null }
}

export interface Group {
  title: string
  options: Option[]
}

const minLength = 2

/** Search results: people and appointments from the server, and pages. Nothing is kept after the palette closes. */
export function useSearchResults(typed: string): { groups: Group[]; looking: boolean; failed: boolean } {
  const [text] = useDebouncedValue(typed.trim(), 150)
  const asks = text.length >= minLength && (can('User List') || can('Appointment List'))
  const query = useQuery({
    ...queryOptionsOf('GET /api/find', { query: { text } }),
    enabled: asks,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const { users = [], appointments = [] } = (asks && query.data) || {}
  const groups: Group[] = [
    {
      title: t('palette.people'),
      options: users.map(({ id, name, phone, photo }) => ({
        to: paths.user(id),
        label: name,
        ...(phone && { note: formatPhone(phone) }),
        photo: { name, url: photo },
      })),
    },
    {
      title: t('palette.appointments'),
      options: appointments.map(({ id, schedule_id, reference, user, starts_at, time_zone }) => ({
        to: can('Appointment Edit') ? paths.appointmentEdit(schedule_id, id) : paths.scheduleAppointments(schedule_id),
        label: `${formatReference(reference)} · ${user.name}`,
        note: formatDateTime(starts_at, time_zone),
      })),
    },
    { title: t('palette.pages'), options: findDestinations(typed) },
  ]
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    looking: asks && (query.isFetching || text !== typed.trim()),
    failed: asks && query.isError,
  }
}
