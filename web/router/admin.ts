import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { requireAbility, requireAdmin, requireBoth } from './guards.ts'
import { page } from './page.ts'

/** /admin, guarded by page as product rules §4 say; users, role-assign, contracts and feedbacks say in place what is missing. */
export function adminRoutes(root: AnyRoute): AnyRoute {
  const admin: AnyRoute = createRoute({
    getParentRoute: () => root,
    path: '/admin',
    component: lazyRouteComponent(() => import('../features/frame/admin-frame.tsx')),
    beforeLoad: requireAdmin,
  }) as never
  return admin.addChildren([
    page(admin, '/', () => import('../pages/admin/dashboard.tsx')),
    page(admin, '/lists/$list', () => import('../pages/admin/figure-list.tsx'), requireAbility('Appointment List')),
    ...scheduleRoutes(admin),
    ...appointmentRoutes(admin),
    ...peopleRoutes(admin),
    ...feedbackAndContractRoutes(admin),
    page(admin, '/support-types', () => import('../pages/admin/support-types.tsx'), requireAbility('Settings Edit')),
    page(admin, '/places', () => import('../pages/admin/places.tsx'), requireAbility('Settings Edit')),
    page(admin, '/settings', () => import('../pages/admin/settings.tsx'), requireAbility('Settings Edit')),
    page(admin, '/webhooks', () => import('../pages/admin/webhooks.tsx'), requireAbility('Webhook Edit')),
    page(admin, '/audit', () => import('../pages/admin/audit.tsx'), requireAbility('Audit View')),
    page(admin, '/messages', () => import('../pages/admin/messages.tsx')),
    page(admin, '/waiting-list', () => import('../pages/admin/waiting-list.tsx'), requireAbility('Appointment List')),
  ])
}

const scheduleRoutes = (admin: AnyRoute) => [
  page(admin, '/schedules', () => import('../pages/admin/schedules.tsx'), requireAbility('Schedule List')),
  page(admin, '/absences', () => import('../pages/admin/absences.tsx'), requireAbility('Schedule List')),
  page(admin, '/reassign', () => import('../pages/admin/reassign.tsx'), requireBoth('Schedule Edit', 'Appointment Edit')),
  page(admin, '/schedule-create', () => import('../pages/admin/schedule-create.tsx'), requireAbility('Schedule Create')),
  page(admin, '/schedule/$scheduleId/edit', () => import('../pages/admin/schedule-edit.tsx'), requireAbility('Schedule Edit')),
]

const appointmentRoutes = (admin: AnyRoute) => [
  page(admin, '/schedules/$scheduleId/appointments', () => import('../pages/admin/appointments.tsx'), requireAbility('Appointment List')),
  page(
    admin,
    '/schedules/$scheduleId/appointments/$appointmentId',
    () => import('../pages/admin/appointment-edit.tsx'),
    requireAbility('Appointment Edit'),
  ),
  page(
    admin,
    '/appointments/$scheduleId/create',
    () => import('../pages/admin/appointment-create.tsx'),
    requireAbility('Appointment Create'),
  ),
  page(admin, '/appointments/$scheduleId/feedbacks/$appointmentId', () => import('../pages/admin/appointment-feedbacks.tsx')),
  page(admin, '/question-print/$appointmentId', () => import('../pages/admin/question-print.tsx'), requireAbility('Appointment List')),
]

const peopleRoutes = (admin: AnyRoute) => [
  page(admin, '/users', () => import('../pages/admin/users.tsx')),
  page(admin, '/users/create', () => import('../pages/admin/user-create.tsx')),
  page(admin, '/users/$id', () => import('../pages/admin/user.tsx')),
  page(admin, '/users/$id/edit', () => import('../pages/admin/user-edit.tsx')),
  page(admin, '/users/$id/merge', () => import('../pages/admin/user-merge.tsx')),
  page(admin, '/roles', () => import('../pages/admin/roles.tsx'), requireAbility('Role List')),
  page(admin, '/roles/create', () => import('../pages/admin/role-create.tsx'), requireAbility('Role Create')),
  page(admin, '/roles/$id/edit', () => import('../pages/admin/role-edit.tsx'), requireAbility('Role Edit')),
  page(admin, '/role-assign', () => import('../pages/admin/role-assign.tsx')),
  page(admin, '/role-assign/create', () => import('../pages/admin/role-assign-create.tsx')),
  page(admin, '/role-assign/$id', () => import('../pages/admin/role-assign-edit.tsx')),
]

const feedbackAndContractRoutes = (admin: AnyRoute) => [
  page(admin, '/feedbacks', () => import('../pages/admin/feedbacks.tsx')),
  page(admin, '/feedbacks/create', () => import('../pages/admin/feedback-create.tsx')),
  page(
    admin,
    '/feedback-question/create',
    () => import('../pages/admin/feedback-question-create.tsx'),
    requireAbility('Feedback Questions Create'),
  ),
  page(admin, '/legally-binding-contract', () => import('../pages/admin/contracts.tsx')),
  page(admin, '/legally-binding-contract/create', () => import('../pages/admin/contract-create.tsx')),
  page(admin, '/legally-binding-contract/$id', () => import('../pages/admin/contract.tsx')),
  page(admin, '/acceptances/$id', () => import('../pages/admin/acceptance.tsx')),
]
