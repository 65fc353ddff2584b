import { useState } from 'react'
import { AreaList } from '../../features/dashboard/area-list.tsx'
import { Overview } from '../../features/dashboard/overview.tsx'
import { MissingNotices } from '../../features/opening/missing-notices.tsx'
import { OpeningList } from '../../features/opening/opening-list.tsx'
import { Poster } from '../../features/opening/poster.tsx'
import { useOpening } from '../../features/opening/use-opening.ts'
import { t } from '../../lib/messages.ts'
import { useSession } from '../../lib/session.ts'
import { openStaffPages, pageGroups } from '../../lib/staff-pages.ts'
import { Page } from '../../ui/page.tsx'

/** Today, what needs attention, and figures; each part for those who may see it. */
export default function DashboardPage() {
  useSession()
  const opening = useOpening()
  const [poster, setPoster] = useState(false)
  if (poster) {
    return (
      <Page title={t('opening.posterTitle')} view="poster">
        <Poster onDone={() => setPoster(false)} />
      </Page>
    )
  }
  // Before there are sessions, every figure is zero.
  const starting = opening !== undefined && !opening.hidden && !opening.open
  return (
    <Page width="work" title={t('dashboard.title')} lead={starting ? t('opening.lead') : t('dashboard.lead')}>
      {opening && <MissingNotices opening={opening} />}
      {opening && !opening.hidden && <OpeningList opening={opening} onPoster={() => setPoster(true)} />}
      {!starting && <Overview />}
      {pageGroups.map(group => (
        <AreaList key={group} title={t(`menu.group.${group}`)} pages={openStaffPages().filter(page => page.group === group)} />
      ))}
    </Page>
  )
}
