import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isEmbedded } from '../../lib/embedded.ts'
import { t } from '../../lib/messages.ts'
import { homeOf, paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Frame } from './frame.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame of the public pages and of /my; on another site none. */
export function PublicFrame({ children = <Outlet /> }: { children?: ReactNode }) {
  const session = useSession()
  if (isEmbedded) return <main id="content">{children}</main>
  const entries = [
    { to: paths.booking(), label: t('frame.appointment'), current: 'exact' as const },
    { to: paths.about(), label: t('frame.about') },
    ...(session?.isAdmin || session?.isMentor ? [{ to: homeOf(session), label: t('frame.dashboard'), wideOnly: true }] : []),
  ]
  return <Frame bar={<TopBar label={t('frame.main')} entries={entries} />}>{children}</Frame>
}
