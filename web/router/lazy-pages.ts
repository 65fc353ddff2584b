import type { PageName, RedirectName } from '#contract/pages.ts'
import type { ComponentType } from 'react'

type Load = () => Promise<{ default: ComponentType }>

// A file of its own: the first page loads faster without the list of the others and their chunks.

/** The file of each page except the first. */
export const lazyPages = {
  embed: () => import('../pages/embed.tsx'),
  about: () => import('../pages/about.tsx'),
  join: () => import('../pages/join.tsx'),
  confirm: () => import('../pages/confirm.tsx'),
  registration: () => import('../pages/registration.tsx'),
  login: () => import('../pages/login.tsx'),
  signedIn: () => import('../pages/signed-in.tsx'),
  emergency: () => import('../pages/emergency.tsx'),
  setup: () => import('../pages/setup.tsx'),
  invitation: () => import('../pages/invitation.tsx'),
  terms: () => import('../pages/trems-and-conditions.tsx'),
  feedback: () => import('../pages/feedback.tsx'),
  mentors: () => import('../pages/mentors.tsx'),
  unauthorized: () => import('../pages/unauthorized.tsx'),

  myProfile: () => import('../pages/my/my-profile.tsx'),
  myProfileEdit: () => import('../pages/my/my-profile-edit.tsx'),
  mySignIn: () => import('../pages/my/sign-in.tsx'),
  myData: () => import('../pages/my/data.tsx'),
  myWaiting: () => import('../pages/my/waiting.tsx'),
  myWaitingEntry: () => import('../pages/my/waiting-entry.tsx'),
  myAppointment: () => import('../pages/my/appointment.tsx'),
  myAcceptance: () => import('../pages/my/acceptance.tsx'),

  admin: () => import('../pages/admin/dashboard.tsx'),
  today: () => import('../pages/admin/today.tsx'),
  dashboardList: () => import('../pages/admin/figure-list.tsx'),
  schedules: () => import('../pages/admin/schedules.tsx'),
  planner: () => import('../pages/admin/planner.tsx'),
  scheduleCreate: () => import('../pages/admin/schedule-create.tsx'),
  scheduleEdit: () => import('../pages/admin/schedule-edit.tsx'),
  weeklyHours: () => import('../pages/admin/weekly-hours.tsx'),
  absences: () => import('../pages/admin/absences.tsx'),
  reassign: () => import('../pages/admin/reassign.tsx'),
  users: () => import('../pages/admin/users.tsx'),
  userCreate: () => import('../pages/admin/user-create.tsx'),
  userEdit: () => import('../pages/admin/user-edit.tsx'),
  invitations: () => import('../pages/admin/invitations.tsx'),
  userMerge: () => import('../pages/admin/user-merge.tsx'),
  user: () => import('../pages/admin/user.tsx'),
  scheduleAppointments: () => import('../pages/admin/appointments.tsx'),
  questionPrint: () => import('../pages/admin/question-print.tsx'),
  appointmentEdit: () => import('../pages/admin/appointment-edit.tsx'),
  appointmentCreate: () => import('../pages/admin/appointment-create.tsx'),
  book: () => import('../pages/admin/book.tsx'),
  appointmentFeedbacks: () => import('../pages/admin/appointment-feedbacks.tsx'),
  feedbackQuestionCreate: () => import('../pages/admin/feedback-question-create.tsx'),
  roles: () => import('../pages/admin/roles.tsx'),
  roleCreate: () => import('../pages/admin/role-create.tsx'),
  roleEdit: () => import('../pages/admin/role-edit.tsx'),
  roleAssign: () => import('../pages/admin/role-assign.tsx'),
  roleAssignCreate: () => import('../pages/admin/role-assign-create.tsx'),
  roleAssignEdit: () => import('../pages/admin/role-assign-edit.tsx'),
  contracts: () => import('../pages/admin/contracts.tsx'),
  contractCreate: () => import('../pages/admin/contract-create.tsx'),
  contract: () => import('../pages/admin/contract.tsx'),
  acceptance: () => import('../pages/admin/acceptance.tsx'),
  feedbacks: () => import('../pages/admin/feedbacks.tsx'),
  feedbackCreate: () => import('../pages/admin/feedback-create.tsx'),
  supportTypes: () => import('../pages/admin/support-types.tsx'),
  places: () => import('../pages/admin/places.tsx'),
  settings: () => import('../pages/admin/settings.tsx'),
  translations: () => import('../pages/admin/translations.tsx'),
  signIn: () => import('../pages/admin/sign-in.tsx'),
  webhooks: () => import('../pages/admin/webhooks.tsx'),
  audit: () => import('../pages/admin/audit.tsx'),
  messages: () => import('../pages/admin/messages.tsx'),
  waitingList: () => import('../pages/admin/waiting-list.tsx'),

  mentor: () => import('../pages/mentor/schedules.tsx'),
  mentorAppointments: () => import('../pages/mentor/appointments.tsx'),
} satisfies Record<Exclude<PageName, RedirectName | 'booking'>, Load>

/** The frames of the areas for staff. */
export const staffFrames = {
  admin: () => import('../features/frame/admin-frame.tsx'),
  mentor: () => import('../features/frame/mentor-frame.tsx'),
} satisfies Record<string, Load>
