import type { Planner } from '#contract/planner.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Lookup } from './lookup.ts'
import { PhoneDay } from './phone-day.tsx'
import { PlannerSheet } from './planner-sheet.tsx'

const lookup = { mentorsOf: () => 'Jonas Albrecht' } as unknown as Lookup
const overnight = { mentor_id: 'm', kind: 'away', starts_local: '2026-11-24T23:00', ends_local: '2026-11-26T02:00' }
const planner = { sessions: [], closed: [], away: [overnight] } as unknown as Planner
const onPhone = (date: string) =>
  renderToStaticMarkup(<PhoneDay date={date} planner={planner} lookup={lookup} shown={new Set()} onOpen={() => {}} />)
const onPaper = (date: string) => renderToStaticMarkup(<PlannerSheet days={[date]} planner={planner} lookup={lookup} />)

test.each([
  ['on a phone', onPhone],
  ['on paper', onPaper],
])('leaves out no time of an absence over midnight, %s', (_where, show) => {
  expect(show('2026-11-24')).toContain('23:00–00:00')
  expect(show('2026-11-25')).toContain('Jonas Albrecht')
  expect(show('2026-11-25')).not.toMatch(/\d\d:\d\d/)
  expect(show('2026-11-26')).toContain('00:00–02:00')
})
