import { isPrivileged } from '#contract/granted.ts'
import { isStaffPath } from '#contract/pages.ts'
import { createRootRoute, createRoute, createRouter, Outlet, useRouterState, type RouterHistory } from '@tanstack/react-router'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { PublicFrame } from '../features/frame/public-frame.tsx'
import { lazyPart } from '../lib/lazy-part.ts'
import { t } from '../lib/messages.ts'
import { syncCacheWithLogin, useLoginGeneration } from '../lib/query-client.ts'
import { parseSearch, stringifySearch } from '../lib/search-params.ts'
import { isRefusal } from '../lib/refusal.ts'
import { onExpired, useSession } from '../lib/session.ts'
import { onUnseenRefusal } from '../lib/unseen-refusal.ts'
import NotFoundPage from '../pages/not-found.tsx'
import { toast, toastError } from '../ui/toast.ts'
import { ToastRegion } from '../ui/toast-region.tsx'
import { reloadInLanguage, requireAdmin, requireLogin, requireMentor } from './guards.ts'
import { PageFailed } from './page-failed.tsx'
import { staffFrame } from './page-components.ts'
import { pageRoutes } from './page-routes.ts'

// Only staff have one.
const SidePanelPlace = lazyPart(() => import('./side-panel-place.tsx'))

function StaffPanel() {
  const isStaff = useRouterState({ select: ({ location }) => isStaffPath(location.pathname) })
  return (
    isStaff && (
      <Suspense fallback={null}>
        <SidePanelPlace />
      </Suspense>
    )
  )
}

/** The warning before a staff session ends. Without its script, it ends without one. */
function IdleWarning() {
  const user = useSession()
  const isStaff = user !== null && isPrivileged(user)
  const [Warning, setWarning] = useState<ComponentType>()
  useEffect(() => {
    if (isStaff)
      import('../features/sessions/idle-warning.tsx').then(
        part => setWarning(() => part.default),
        () => {},
      )
  }, [isStaff])
  return isStaff && Warning && <Warning key={user.user.id} />
}

const root = createRootRoute({
  beforeLoad: reloadInLanguage,
  component: function Root() {
    return (
      <>
        <Outlet key={useLoginGeneration()} />
        <StaffPanel />
        <IdleWarning />
        <ToastRegion />
      </>
    )
  },
  notFoundComponent: () => (
    <PublicFrame>
      <NotFoundPage />
    </PublicFrame>
  ),
})

// The areas: a frame around their pages, and who may enter.
const publicArea = createRoute({ getParentRoute: () => root, id: 'public', component: () => <PublicFrame /> })
const myArea = createRoute({ getParentRoute: () => root, path: '/my', component: () => <PublicFrame />, beforeLoad: requireLogin })
const adminArea = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  component: staffFrame('admin'),
  beforeLoad: requireAdmin,
})
const mentorArea = createRoute({
  getParentRoute: () => root,
  path: '/mentor',
  component: staffFrame('mentor'),
  beforeLoad: requireMentor,
})

/** Every page of contract/pages.ts within its area. */
const routeTree = root.addChildren([
  publicArea.addChildren(pageRoutes(publicArea, 'public')),
  myArea.addChildren(pageRoutes(myArea, 'my')),
  adminArea.addChildren(pageRoutes(adminArea, 'admin')),
  mentorArea.addChildren(pageRoutes(mentorArea, 'mentor')),
])

let isFirstScroll = true

/**
 * Whether the router may scroll the page that it has rendered. A visitor who scrolled the server-rendered page before
 * its script came stays there: at the top, the tap under way would hit something else.
 */
function mayScroll(): boolean {
  const keepsPosition = isFirstScroll && window.scrollY > 0
  isFirstScroll = false
  return !keepsPosition
}

/** The router at the browser's address; with another history where the server renders the first page. */
export const makeRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    notFoundMode: 'root',
    // As on the server: /About is not a page.
    caseSensitive: true,
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailed,
    scrollRestoration: history ? false : mayScroll,
    parseSearch,
    stringifySearch,
    // The browser's router renders inside its own Suspense boundary; the server-rendered page must have the
    // same.
    ...(history && { history, InnerWrap: ({ children }) => <Suspense>{children}</Suspense> }),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}

/** Runs the route guards again after a login, a logout (in any tab) or a change of roles. */
export function connectSession(router: ReturnType<typeof makeRouter>): void {
  syncCacheWithLogin(() => router.invalidate())
  onExpired(({ code, message }) =>
    code === 'cookie_missing' ? toast(message, { type: 'error' }) : toast(t('frame.loggedOut'), { type: 'info' }),
  )
  // After an ended session, its own message is enough.
  onUnseenRefusal(error => {
    if (isRefusal(error, 'offline')) toast(t('app.offlineUnseen'), { type: 'error' })
    else if (!isRefusal(error, 'unauthenticated')) toastError(error)
  })
}
