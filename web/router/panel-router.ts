import { createRootRoute, createRoute, createRouter, Outlet, type RouterHistory } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from '../lib/search-params.ts'
import NotFoundPage from '../pages/not-found.tsx'
import { requireAdmin, requireMentor } from './guards.ts'
import { PageFailed } from './page-failed.tsx'
import { pageRoutes } from './page-routes.ts'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

// The same pages and guards as the window's, without the frames of the areas.
const publicArea = createRoute({ getParentRoute: () => root, id: 'public' })
const adminArea = createRoute({ getParentRoute: () => root, path: '/admin', beforeLoad: requireAdmin })
const mentorArea = createRoute({ getParentRoute: () => root, path: '/mentor', beforeLoad: requireMentor })

const routeTree = root.addChildren([
  publicArea.addChildren(pageRoutes(publicArea, 'public')),
  adminArea.addChildren(pageRoutes(adminArea, 'admin')),
  mentorArea.addChildren(pageRoutes(mentorArea, 'mentor')),
])

/** The router of a page next to another one. */
export const makePanelRouter = (history: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    notFoundMode: 'root',
    caseSensitive: true,
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailed,
    parseSearch,
    stringifySearch,
  })
