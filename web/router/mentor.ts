import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { requireMentor } from './guards.ts'
import { page } from './page.ts'

/** /mentor: one's own schedules and who comes. */
export function mentorRoutes(root: AnyRoute): AnyRoute {
  const mentor: AnyRoute = createRoute({
    getParentRoute: () => root,
    path: '/mentor',
    component: lazyRouteComponent(() => import('../features/frame/mentor-frame.tsx')),
    beforeLoad: requireMentor,
  }) as never
  return mentor.addChildren([
    page(mentor, '/', () => import('../pages/mentor/schedules.tsx')),
    page(mentor, '/appointment/$scheduleId', () => import('../pages/mentor/appointments.tsx')),
  ])
}
