import { afterAll, expect, test, vi } from 'vitest'

afterAll(() => {
  vi.doUnmock('./messages.ts')
  vi.resetModules()
})

test('the language says what is between a day and a time', async () => {
  vi.resetModules()
  vi.doMock('./messages.ts', async original => {
    const english = await original<typeof import('./messages.ts')>()
    const t: typeof english.t = (id, values) => (id === 'app.dateTime' ? `${values?.day}، ${values?.time}` : english.t(id, values))
    return { ...english, t }
  })
  const [{ formatShortDateTime }, { formatWhen }, { formatAppointment }] = await Promise.all([
    import('./time.ts'),
    import('../features/planner/lookup.ts'),
    import('../features/messages/format-message.ts'),
  ])
  const [starts_at, time_zone] = ['2099-11-24T15:30:00Z', 'Europe/London']
  expect(formatShortDateTime(starts_at, time_zone)).toContain('2099، 15:30')
  expect(formatWhen({ starts_local: '2099-11-24T15:30', ends_local: '2099-11-24T16:00' })).toContain('2099، 15:30–16:00')
  expect(formatAppointment({ id: 'a', schedule_id: 's', status: 'booked', reference: 'ABCD2345', starts_at, time_zone })).toContain(
    '2099، 15:30',
  )
})
