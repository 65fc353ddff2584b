import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { formatDate } from '../../lib/time.ts'
import { todayInVisitorZone } from '../../lib/today.ts'
import { useFilterChoices } from '../schedules/filter-choices.ts'
import { matchWords } from './match-words.ts'
import type { Group, Option } from './option.ts'
import { readDay } from './read-day.ts'

const minLength = 2
const maxOptions = 6

/** Sessions by mentor, place or support type, of a named day alone, and contracts: short lists, searched here. */
export function useKnownRecords(typed: string): Group[] {
  const { date, rest: text } = readDay(typed, todayInVisitorZone())
  const asks = text.length >= minLength
  const { mentors, places, supportTypes } = useFilterChoices({ enabled: asks && can('Schedule List') })
  const contracts = useQuery({ ...queryOptionsOf('GET /api/legally-binding-contract'), enabled: asks }).data?.data ?? []
  if (!asks) return []
  // Those of one day are listed, to be opened, changed or cancelled.
  const day = date && { from: date, to: date }
  const note = (kind: string) => (date ? `${kind} · ${formatDate(date)}` : kind)
  const sessions = [
    ...mentors.map(({ id, name }) =>
      sessionsOf(name, day ? paths.schedules({ mentor: id, ...day }) : paths.planner({ mentor: id }), note(t('schedules.mentor'))),
    ),
    ...places.map(({ id, name }) =>
      sessionsOf(
        name,
        day ? paths.schedules({ place: id, ...day }) : paths.planner({ by: 'place', place: id }),
        note(t('schedules.place')),
      ),
    ),
    ...supportTypes.map(({ id, name }) =>
      sessionsOf(name, paths.schedules({ support_type: id, ...day }), note(t('schedules.supportType'))),
    ),
  ]
  return [
    { title: t('palette.sessions'), options: best(text, sessions) },
    {
      title: t('palette.contracts'),
      options: best(
        text,
        contracts.map(({ id, title }) => ({ name: title, option: { to: paths.contract(id), label: title } })),
      ),
    },
  ]
}

interface Named {
  name: string
  option: Option
}

const sessionsOf = (name: string, to: Option['to'], note: string): Named => ({
  name,
  option: { to, label: t('palette.sessionsOf', { name }), note },
})

const best = (text: string, named: readonly Named[]): Option[] =>
  named
    .flatMap(({ name, option }) => {
      const rank = matchWords(text, name)
      return rank === null ? [] : [{ rank, option }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxOptions)
    .map(({ option }) => option)
