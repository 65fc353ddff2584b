import type { DayAppointment, FreeTime } from '#contract/day.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { MoveHere } from './move-handle.tsx'
import { MovePreview } from './move-preview.tsx'
import { MovingContext } from './moving.ts'

vi.mock('../waiting-list/freed-seat-notice.tsx', () => ({ FreedSeatNotice: () => null }))

const price = (amount: number) => ({ amount, currency: 'GBP' })
const at = {
  starts_at: '2026-11-24T14:00:00Z',
  ends_at: '2026-11-24T14:30:00Z',
  time_zone: 'Europe/London',
  mentor: { id: 'm', name: 'Ana Moreno', photo: null },
  place: { id: 'p', name: 'Larkfield House' },
}
const [counselling, advice] = [
  { id: 'c', name: 'Counselling', colour: '#336699' },
  { id: 'a', name: 'Career advice', colour: '#336699' },
]
const booked = (payment_status: DayAppointment['payment_status']) =>
  ({ ...at, user: { name: 'Iris' }, support_type: counselling, price: price(1500), payment_status }) as DayAppointment
const free = { ...at, support_type: advice, price: price(0) } as FreeTime
const show = (status: DayAppointment['payment_status'], to = free) => renderToStaticMarkup(<MovePreview from={booked(status)} to={to} />)

test('hides no change of the price', () => {
  expect(show('unpaid')).toMatch(/Price<\/dt>.*<s>£15<\/s>.*<strong>Free of charge</)
  expect(show('unpaid', { ...free, support_type: counselling })).not.toContain('Price')
})

test('says why the price of a paid appointment stays', () => {
  expect(show('paid')).toContain('The price stays £15, because its payment is recorded: Paid.')
  expect(show('paid')).not.toContain('Free of charge')
})

test('offers no time of another support type without naming it', () => {
  const label = (to: FreeTime) =>
    renderToStaticMarkup(
      <MovingContext value={{ choose: () => {} } as unknown as Parameters<typeof MovingContext>[0]['value']}>
        <MoveHere entryKey="k" time={to} moved={booked('unpaid')} />
      </MovingContext>,
    )
  expect(label(free)).toContain('Move here: Iris, 14:00–14:30, Career advice, Ana Moreno, Larkfield House')
  expect(label({ ...free, support_type: counselling })).toContain('Move here: Iris, 14:00–14:30, Ana Moreno, Larkfield House')
})
