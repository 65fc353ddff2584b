import { IconCalendarEvent, IconCalendarPlus, IconCalendarWeek, IconLayoutDashboard, IconUser } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useAppliedDensity } from '../../lib/density.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Frame } from './frame.tsx'
import { StaffLanguageChoice } from './staff-language-choice.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame of the pages below /mentor. */
export default function MentorFrame() {
  const session = useSession()
  useAppliedDensity()
  const actions = [
    { label: t('mentorArea.viewAhead'), Icon: IconCalendarEvent, to: paths.mentor() },
    { label: t('planner.view.week'), Icon: IconCalendarWeek, to: paths.mentor({ view: 'week' }) },
    { label: t('profile.appointments'), Icon: IconUser, to: paths.myProfile() },
    session?.isAdmin
      ? { label: t('profile.admin'), Icon: IconLayoutDashboard, to: paths.admin() }
      : { label: t('frame.appointment'), Icon: IconCalendarPlus, to: paths.booking() },
  ]
  return (
    <Frame
      staff
      languageChoice={<StaffLanguageChoice />}
      bar={<TopBar home={paths.mentor()} label={t('menu.mentorLabel')} entries={[{ to: paths.mentor(), label: t('menu.schedule') }]} />}
      below={<BottomBar actions={actions} />}
    >
      <Outlet />
    </Frame>
  )
}
