import type { PageName, RedirectName } from '#contract/pages.ts'
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { loadWithMessages } from '../lib/messages.ts'
import BookingPage from '../pages/booking.tsx'

type Load = () => Promise<{ default: ComponentType }>

const page = (load: Load) => lazyRouteComponent(() => loadWithMessages('client', load))
/** A page or a frame of /admin or /mentor. */
export const staffPage = (load: Load) => lazyRouteComponent(() => loadWithMessages('staff', load))

/** The component of each page. Its file is loaded when the page opens. */
export const pageComponents = {
  // Not lazy: most visits begin here.
  booking: BookingPage,
  embed: page(() => import('../pages/embed.tsx')),
  about: page(() => import('../pages/about.tsx')),
  join: page(() => import('../pages/join.tsx')),
  confirm: page(() => import('../pages/confirm.tsx')),
  registration: page(() => import('../pages/registration.tsx')),
  login: page(() => import('../pages/login.tsx')),
  signedIn: page(() => import('../pages/signed-in.tsx')),
  emergency: page(() => import('../pages/emergency.tsx')),
  setup: page(() => import('../pages/setup.tsx')),
  invitation: page(() => import('../pages/invitation.tsx')),
  terms: page(() => import('../pages/trems-and-conditions.tsx')),
  feedback: page(() => import('../pages/feedback.tsx')),
  mentors: page(() => import('../pages/mentors.tsx')),
  unauthorized: page(() => import('../pages/unauthorized.tsx')),

  myProfile: page(() => import('../pages/my/my-profile.tsx')),
  myProfileEdit: page(() => import('../pages/my/my-profile-edit.tsx')),
  mySignIn: page(() => import('../pages/my/sign-in.tsx')),
  myData: page(() => import('../pages/my/data.tsx')),
  myWaiting: page(() => import('../pages/my/waiting.tsx')),
  myWaitingEntry: page(() => import('../pages/my/waiting-entry.tsx')),
  myAppointment: page(() => import('../pages/my/appointment.tsx')),
  myAcceptance: page(() => import('../pages/my/acceptance.tsx')),

  admin: staffPage(() => import('../pages/admin/dashboard.tsx')),
  dashboardList: staffPage(() => import('../pages/admin/figure-list.tsx')),
  schedules: staffPage(() => import('../pages/admin/schedules.tsx')),
  scheduleCreate: staffPage(() => import('../pages/admin/schedule-create.tsx')),
  scheduleEdit: staffPage(() => import('../pages/admin/schedule-edit.tsx')),
  absences: staffPage(() => import('../pages/admin/absences.tsx')),
  reassign: staffPage(() => import('../pages/admin/reassign.tsx')),
  users: staffPage(() => import('../pages/admin/users.tsx')),
  userCreate: staffPage(() => import('../pages/admin/user-create.tsx')),
  userEdit: staffPage(() => import('../pages/admin/user-edit.tsx')),
  invitations: staffPage(() => import('../pages/admin/invitations.tsx')),
  userMerge: staffPage(() => import('../pages/admin/user-merge.tsx')),
  user: staffPage(() => import('../pages/admin/user.tsx')),
  scheduleAppointments: staffPage(() => import('../pages/admin/appointments.tsx')),
  questionPrint: staffPage(() => import('../pages/admin/question-print.tsx')),
  appointmentEdit: staffPage(() => import('../pages/admin/appointment-edit.tsx')),
  appointmentCreate: staffPage(() => import('../pages/admin/appointment-create.tsx')),
  book: staffPage(() => import('../pages/admin/book.tsx')),
  appointmentFeedbacks: staffPage(() => import('../pages/admin/appointment-feedbacks.tsx')),
  feedbackQuestionCreate: staffPage(() => import('../pages/admin/feedback-question-create.tsx')),
  roles: staffPage(() => import('../pages/admin/roles.tsx')),
  roleCreate: staffPage(() => import('../pages/admin/role-create.tsx')),
  roleEdit: staffPage(() => import('../pages/admin/role-edit.tsx')),
  roleAssign: staffPage(() => import('../pages/admin/role-assign.tsx')),
  roleAssignCreate: staffPage(() => import('../pages/admin/role-assign-create.tsx')),
  roleAssignEdit: staffPage(() => import('../pages/admin/role-assign-edit.tsx')),
  contracts: staffPage(() => import('../pages/admin/contracts.tsx')),
  contractCreate: staffPage(() => import('../pages/admin/contract-create.tsx')),
  contract: staffPage(() => import('../pages/admin/contract.tsx')),
  acceptance: staffPage(() => import('../pages/admin/acceptance.tsx')),
  feedbacks: staffPage(() => import('../pages/admin/feedbacks.tsx')),
  feedbackCreate: staffPage(() => import('../pages/admin/feedback-create.tsx')),
  supportTypes: staffPage(() => import('../pages/admin/support-types.tsx')),
  places: staffPage(() => import('../pages/admin/places.tsx')),
  settings: staffPage(() => import('../pages/admin/settings.tsx')),
  signIn: staffPage(() => import('../pages/admin/sign-in.tsx')),
  webhooks: staffPage(() => import('../pages/admin/webhooks.tsx')),
  audit: staffPage(() => import('../pages/admin/audit.tsx')),
  messages: staffPage(() => import('../pages/admin/messages.tsx')),
  waitingList: staffPage(() => import('../pages/admin/waiting-list.tsx')),

  mentor: staffPage(() => import('../pages/mentor/schedules.tsx')),
  mentorAppointments: staffPage(() => import('../pages/mentor/appointments.tsx')),
} satisfies Record<Exclude<PageName, RedirectName>, RouteComponent>
