import { createRootRoute, createRouter, Outlet, type RouterHistory } from '@tanstack/react-router'
import { Suspense } from 'react'
import { PublicFrame } from '../features/frame/public-frame.tsx'
import { t } from '../lib/messages.ts'
import { parseSearch, stringifySearch } from '../lib/search-params.ts'
import { followPerson, usePersonGeneration } from '../lib/query-client.ts'
import { onExpired } from '../lib/session.ts'
import NotFoundPage from '../pages/not-found.tsx'
import { toast } from '../ui/toast.ts'
import { ToastRegion } from '../ui/toast-region.tsx'
import { adminRoutes } from './admin.ts'
import { bareRoutes } from './bare.ts'
import { mentorRoutes } from './mentor.ts'
import { myRoutes } from './my.ts'
import { PageFailed } from './page-failed.tsx'
import { publicRoutes } from './public.ts'

const root = createRootRoute({
  component: function Root() {
    return (
      <>
        <Outlet key={usePersonGeneration()} />
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

/** Every route of the specification (§2), by area; at the browser's address unless told of another (where the first page is drawn). */
export const makeRouter = (elsewhere?: RouterHistory) =>
  createRouter({
    routeTree: root.addChildren([publicRoutes(root), myRoutes(root), adminRoutes(root), mentorRoutes(root), ...bareRoutes(root)]),
    notFoundMode: 'root',
    // As on the server: /About is not a page.
    caseSensitive: true,
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailed,
    scrollRestoration: !elsewhere,
    parseSearch,
    stringifySearch,
    // The browser's router stands in a boundary of its own; what is drawn must have it too.
    ...(elsewhere && { history: elsewhere, InnerWrap: ({ children }) => <Suspense>{children}</Suspense> }),
  })

/** Guards look again whenever somebody logs in or out, here or in another tab, or the roles change. */
export function followSession(router: ReturnType<typeof makeRouter>): void {
  followPerson(() => router.invalidate())
  onExpired(({ code, message }) =>
    code === 'cookie_missing' ? toast(message, { type: 'error' }) : toast(t('frame.loggedOut'), { type: 'info' }),
  )
}
