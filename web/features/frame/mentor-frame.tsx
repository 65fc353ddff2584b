import { Outlet } from '@tanstack/react-router'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Frame } from './frame.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame of /mentor (specification §2). */
export default function MentorFrame() {
  return (
    <Frame bar={<TopBar label={t('menu.mentorLabel')} entries={[{ to: paths.mentor(), label: t('menu.schedule') }]} />}>
      <Outlet />
    </Frame>
  )
}
