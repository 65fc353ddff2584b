import { IconCalendarPlus, IconCalendarWeek, IconHourglass, IconMail, IconSearch, IconStar, IconSun, IconUsers } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { openPalette } from '../palette/palette-state.ts'
import { BottomBar } from './bottom-bar.tsx'

/** Pages in the bar, next to search. */
const maxPages = 3

/** The pages that the user's role opens most often, the most used first, and search. */
export function StaffBottomBar() {
  const pages = [
    can('Appointment List') && { label: t('today.title'), Icon: IconSun, to: paths.today() },
    can('Schedule List') && { label: t('schedules.week'), Icon: IconCalendarWeek, to: paths.planner() },
    can('Appointment Create') && { label: t('menu.book'), Icon: IconCalendarPlus, to: paths.book() },
    can('Appointment List') && { label: t('waitingList.title'), Icon: IconHourglass, to: paths.waitingList() },
    can('User List') && { label: t('menu.users'), Icon: IconUsers, to: paths.users() },
    can('Settings Edit') && { label: t('messages.title'), Icon: IconMail, to: paths.messages() },
    can('Feedback List') && { label: t('menu.feedback'), Icon: IconStar, to: paths.feedbacks() },
  ].filter(page => page !== false)
  return <BottomBar actions={[...pages.slice(0, maxPages), { label: t('palette.find'), Icon: IconSearch, onPress: () => openPalette() }]} />
}
