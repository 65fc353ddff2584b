import { createRoute, type AnyRoute } from '@tanstack/react-router'
import { PublicFrame } from '../features/frame/public-frame.tsx'
import { paths } from '../lib/paths.ts'
import BookingPage from '../pages/booking.tsx'
import { goTo, requireVisitor } from './guards.ts'
import { moved, page } from './page.ts'

/** The pages for everybody (specification §2, public layout and other). */
export function publicRoutes(root: AnyRoute): AnyRoute {
  const frame: AnyRoute = createRoute({ getParentRoute: () => root, id: 'public', component: () => PublicFrame({}) }) as never
  return frame.addChildren([
    // With the first file: most visits begin here, and nobody waits for a second one.
    createRoute({ getParentRoute: () => frame, path: '/', component: BookingPage }),
    page(frame, '/about', () => import('../pages/about.tsx')),
    page(frame, '/join', () => import('../pages/join.tsx'), requireVisitor),
    page(frame, '/confirm', () => import('../pages/confirm.tsx')),
    page(frame, '/registration', () => import('../pages/registration.tsx')),
    page(frame, '/login', () => import('../pages/login.tsx')),
    page(frame, '/setup', () => import('../pages/setup.tsx')),
    page(frame, '/trems-and-conditions', () => import('../pages/trems-and-conditions.tsx')),
    moved(frame, '/terms-and-conditions', goTo(paths.terms())),
    page(frame, '/feedback', () => import('../pages/feedback.tsx')),
    page(frame, '/mentors', () => import('../pages/mentors.tsx')),
    page(frame, '/401', () => import('../pages/unauthorized.tsx')),
  ])
}
