import { Outlet } from '@tanstack/react-router'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can, useSession } from '../../lib/session.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { Frame } from './frame.tsx'
import { TopBar } from './top-bar.tsx'

/** Pages of a schedule and its appointments that the specification places outside /admin/schedules. */
const ofSchedule = ['/admin/schedule/', '/admin/schedule-create', '/admin/appointments/', '/admin/question-print/']

/** The frame of /admin: a menu of six entries, by ability; Users for `*` only (specification §6). */
export default function AdminFrame() {
  useSession()
  const entries = [
    can('Schedule List') && { to: paths.schedules(), label: t('menu.schedule'), also: ofSchedule },
    can('*') && { to: paths.users(), label: t('menu.users') },
    can('Role List') && { to: paths.roles(), label: t('menu.roles') },
    can('RoleAssign List') && { to: paths.roleAssign(), label: t('menu.roleAssign') },
    can('Feedback List') && { to: paths.feedbacks(), label: t('menu.feedback'), also: ['/admin/feedback-question/'] },
    // All staff with access to /admin can read contracts; editing is guarded separately.
    { to: paths.contracts(), label: t('menu.contract'), also: ['/admin/acceptances/'] },
  ].filter(entry => entry !== false)
  return (
    <Frame bar={<TopBar label={t('menu.label')} entries={entries} ownLine tools={<PaletteButton />} />}>
      <Outlet />
    </Frame>
  )
}
