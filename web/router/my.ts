import { createRoute, type AnyRoute } from '@tanstack/react-router'
import { PublicFrame } from '../features/frame/public-frame.tsx'
import { paths } from '../lib/paths.ts'
import { goTo, requireLogin } from './guards.ts'
import { moved, page } from './page.ts'

/** /my: one's own things. */
export function myRoutes(root: AnyRoute): AnyRoute {
  const my: AnyRoute = createRoute({
    getParentRoute: () => root,
    path: '/my',
    component: () => PublicFrame({}),
    beforeLoad: requireLogin,
  }) as never
  return my.addChildren([
    moved(my, '/', goTo(paths.myProfile())),
    page(my, '/my-profile', () => import('../pages/my/my-profile.tsx')),
    page(my, '/my-profile/$id/edit', () => import('../pages/my/my-profile-edit.tsx')),
    page(my, '/waiting', () => import('../pages/my/waiting.tsx')),
    page(my, '/waiting/$entryId', () => import('../pages/my/waiting-entry.tsx')),
    page(my, '/appointments/$appointmentId', () => import('../pages/my/appointment.tsx')),
    page(my, '/acceptances/$id', () => import('../pages/my/acceptance.tsx')),
  ])
}
