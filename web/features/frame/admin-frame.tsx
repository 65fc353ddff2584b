import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useAppliedDensity } from '../../lib/density.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useSession } from '../../lib/session.ts'
import { isInHeader, openStaffPages, pathOf, staffPageAt } from '../../lib/staff-pages.ts'
import { PaletteButton } from '../palette/palette-button.tsx'
import { moveStoredViews } from '../saved-views/move-stored-views.ts'
import { Frame } from './frame.tsx'
import { SectionTabs } from './section-tabs.tsx'
import { StaffBottomBar } from './staff-bottom-bar.tsx'
import { StaffLanguageChoice } from './staff-language-choice.tsx'
import { MoreMenu, NewMenu } from './staff-menus.tsx'
import { TopBar } from './top-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const ShortcutList = lazyPart(() => import('./shortcut-list.tsx'))

/**
 * The frame of the pages below /admin: the header's entries by ability (`header` in web/lib/staff-pages.ts), New, More, search and the section's tabs.
 */
export default function AdminFrame() {
  const userId = useSession()?.user.id
  useEffect(() => void (userId && moveStoredViews(userId)), [userId])
  useAppliedDensity()
  const newButton = useRef<HTMLButtonElement>(null)
  const [listsShortcuts, setListsShortcuts] = useState(false)
  const showShortcuts = () => setListsShortcuts(true)
  useShortcuts({ onHelp: showShortcuts, onNew: () => newButton.current?.click() })
  const pathname = useRouterState({ select: state => state.location.pathname })
  const [{ view }] = useSearchParams()
  const shown = staffPageAt(pathname, view)
  const inHeader = openStaffPages().filter(isInHeader)
  // A page without an entry belongs to the first entry of its section, except in the set-up.
  const marked =
    shown && !isInHeader(shown) && shown.section !== 'setup' ? inHeader.find(({ section }) => section === shown.section) : shown
  const entries = inHeader.map(page => ({
    to: page.to,
    label: t(page.header?.label ?? page.title),
    isCurrent: page === marked && (page === shown && pathname === pathOf(page) ? ('page' as const) : ('true' as const)),
  }))
  return (
    <Frame
      staff
      languageChoice={<StaffLanguageChoice />}
      below={<StaffBottomBar />}
      bar={
        <>
          <TopBar
            label={t('menu.label')}
            home={paths.admin()}
            entries={entries}
            more={<MoreMenu shown={marked === shown ? shown : undefined} onShortcuts={showShortcuts} />}
            tools={
              <>
                <NewMenu opener={newButton} />
                <PaletteButton />
              </>
            }
          />
          <SectionTabs shown={shown} />
        </>
      }
    >
      <Outlet />
      {listsShortcuts && (
        <Suspense fallback={null}>
          <ShortcutList onClose={() => setListsShortcuts(false)} />
        </Suspense>
      )}
    </Frame>
  )
}
