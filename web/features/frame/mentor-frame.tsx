import { Outlet } from '@tanstack/react-router'
import { useAppliedDensity } from '../../lib/density.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Frame } from './frame.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame of /mentor (specification §2). */
export default function MentorFrame() {
  useAppliedDensity()
  return (
    <Frame
      staff
      bar={<TopBar home={paths.mentor()} label={t('menu.mentorLabel')} entries={[{ to: paths.mentor(), label: t('menu.schedule') }]} />}
    >
      <Outlet />
    </Frame>
  )
}
