import type { Appointment, AppointmentStatus } from '#contract/appointments.ts'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../../lib/api.ts'
import { visibleToasts } from '../../ui/toast.ts'
import { setAppointmentStatus, setAppointmentStatuses } from './set-status.ts'

vi.mock('../../lib/api.ts')
// Other files load the modules again, without what is mocked here.
afterAll(() => void vi.resetModules())

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
})

const appointment = (id: string, status: AppointmentStatus, undo: AppointmentStatus | null) =>
  ({ id, status, user: { name: id }, can: { undo, statuses: [] }, revision: 1, undo: null }) as unknown as Appointment & { undo: null }

async function step(from: Appointment, to: ReturnType<typeof appointment>): Promise<void> {
  vi.mocked(call).mockResolvedValueOnce(to)
  await setAppointmentStatus(from, to.status)
}

test('a step takes the toast of the appointment’s last step away, and no other', async () => {
  const [booked, arrived] = [appointment('Ana', 'booked', null), appointment('Ana', 'arrived', 'booked')]
  await step(booked, arrived)
  await step(appointment('Ben', 'booked', null), appointment('Ben', 'arrived', 'booked'))
  expect(visibleToasts().map(({ text, action }) => [text, action?.label])).toEqual([
    ['Ana is here.', 'Undo'],
    ['Ben is here.', 'Undo'],
  ])
  await step(arrived, booked)
  expect(visibleToasts().map(({ text }) => text)).toEqual(['Ben is here.', 'Undone. Ana: Booked.'])
})

test('Undo takes back no later step of a colleague', async () => {
  const arrived = appointment('Ana', 'arrived', 'booked')
  await step(appointment('Ana', 'booked', null), arrived)
  vi.mocked(call).mockResolvedValueOnce(appointment('Ana', 'booked', null))
  visibleToasts()[0]?.action?.run()
  expect(call).toHaveBeenLastCalledWith('POST /api/appointments/{id}/status', {
    params: { id: 'Ana' },
    body: { from: 'arrived', status: 'booked' },
  })
})

test('Undo of several steps takes back no later step, and says so', async () => {
  vi.mocked(call).mockResolvedValueOnce({ changed: [{ id: 'Ana', undo: 'booked' }], skipped: [], undo: null })
  await setAppointmentStatuses([appointment('Ana', 'booked', null)], 'noshow')
  const skipped = [{ id: 'Ana', code: 'undo_over', message: 'Something has changed since.' }]
  vi.mocked(call).mockResolvedValueOnce({ changed: [], skipped, undo: null })
  visibleToasts()[0]?.action?.run()
  expect(call).toHaveBeenLastCalledWith('POST /api/appointments/status', {
    body: { from: 'noshow', status: 'booked', appointments: [{ id: 'Ana' }] },
  })
  await vi.waitFor(() => expect(visibleToasts().at(-1)?.text).toContain('Something has changed since.'))
})
