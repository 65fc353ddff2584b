import type { AnyRoute } from '@tanstack/react-router'
import { goTo } from './guards.ts'
import { moved } from './page.ts'

/** Addresses that the specification writes without their area: they lead to where they live (product rules §6). */
export const bareRoutes = (root: AnyRoute): AnyRoute[] => [
  moved(root, '/appointments/$', ({ params, location }) => goTo(`/admin/appointments/${params._splat}${location.searchStr}`)()),
  moved(root, '/my-profile', () => goTo('/my/my-profile')()),
  moved(root, '/my-profile/$', ({ params }) => goTo(`/my/my-profile/${params._splat}`)()),
]
