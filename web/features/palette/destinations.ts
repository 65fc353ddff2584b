import { t } from '../../lib/messages.ts'
import { openStaffPages } from '../../lib/staff-pages.ts'
import { matchWords } from './match-words.ts'
import type { Option } from './option.ts'

/** The user's pages whose name fits every typed word, the best first; all of them without text. */
export const findDestinations = (typed: string): Option[] =>
  openStaffPages()
    .flatMap(({ to, title }) => {
      const label = t(title)
      const rank = matchWords(typed, label)
      return rank === null ? [] : [{ to, label, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ to, label }) => ({ to, label }))
