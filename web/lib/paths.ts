import type { DashboardList } from '#contract/dashboard.ts'

/** Every address of the site, spelt as the specification spells it. Links are built here and nowhere else. */
const withQuery = (path: string, query: Record<string, string | undefined>): string => {
  const search = new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]))
  return search.size > 0 ? `${path}?${search}` : path
}

export const paths = {
  booking: (choice: { support_type?: string; mentor?: string; place?: string; date?: string; move?: string } = {}) =>
    withQuery('/', choice),
  about: () => '/about',
  join: () => '/join',
  confirm: () => '/confirm',
  registration: () => '/registration',
  /** `back`: the path of this site to return to; read with `readReturnPath`. */
  login: (back?: string) => withQuery('/login', { back }),
  setup: () => '/setup',
  terms: () => '/trems-and-conditions',
  feedback: (about: { appointment_id?: string | undefined; reference?: string; type?: string | undefined }) =>
    withQuery('/feedback', about),
  mentors: () => '/mentors',
  unauthorized: () => '/401',

  my: () => '/my',
  myProfile: () => '/my/my-profile',
  myProfileEdit: (id: string) => `/my/my-profile/${id}/edit`,
  myWaiting: () => '/my/waiting',
  myWaitingEntry: (id: string) => `/my/waiting/${id}`,
  myAppointment: (id: string) => `/my/appointments/${id}`,
  myAcceptance: (id: string) => `/my/acceptances/${id}`,

  admin: () => '/admin',
  dashboardList: (list: DashboardList) => `/admin/lists/${list}`,
  schedules: (filter: { view?: 'week'; from?: string; to?: string } = {}) => withQuery('/admin/schedules', filter),
  scheduleCreate: () => '/admin/schedule-create',
  scheduleEdit: (scheduleId: string) => `/admin/schedule/${scheduleId}/edit`,
  scheduleAppointments: (scheduleId: string) => `/admin/schedules/${scheduleId}/appointments`,
  appointmentEdit: (scheduleId: string, appointmentId: string) => `/admin/schedules/${scheduleId}/appointments/${appointmentId}`,
  appointmentCreate: (scheduleId: string, choice: { starts_at?: string; mentor?: string } = {}) =>
    withQuery(`/admin/appointments/${scheduleId}/create`, choice),
  appointmentFeedbacks: (scheduleId: string, appointmentId: string) => `/admin/appointments/${scheduleId}/feedbacks/${appointmentId}`,
  questionPrint: (appointmentId: string) => `/admin/question-print/${appointmentId}`,
  users: () => '/admin/users',
  userCreate: () => '/admin/users/create',
  user: (id: string) => `/admin/users/${id}`,
  userEdit: (id: string) => `/admin/users/${id}/edit`,
  userMerge: (id: string, otherId?: string) => withQuery(`/admin/users/${id}/merge`, { other: otherId }),
  roles: () => '/admin/roles',
  roleCreate: () => '/admin/roles/create',
  roleEdit: (id: string) => `/admin/roles/${id}/edit`,
  roleAssign: (roleId?: string) => withQuery('/admin/role-assign', { role: roleId }),
  roleAssignCreate: () => '/admin/role-assign/create',
  roleAssignEdit: (id: string) => `/admin/role-assign/${id}`,
  contracts: () => '/admin/legally-binding-contract',
  contractCreate: () => '/admin/legally-binding-contract/create',
  contract: (id: string, view: { view?: string; version?: string; from?: string } = {}) =>
    withQuery(`/admin/legally-binding-contract/${id}`, view),
  acceptance: (id: string) => `/admin/acceptances/${id}`,
  feedbacks: (filter: Record<string, string | undefined> = {}) => withQuery('/admin/feedbacks', filter),
  feedbackCreate: (wanted: { appointment_id?: string; type?: string } = {}) => withQuery('/admin/feedbacks/create', wanted),
  feedbackQuestionCreate: () => '/admin/feedback-question/create',
  supportTypes: (edit?: string) => withQuery('/admin/support-types', { edit }),
  places: (edit?: string) => withQuery('/admin/places', { edit }),
  settings: () => '/admin/settings',
  audit: () => '/admin/audit',
  webhooks: (edit?: string) => withQuery('/admin/webhooks', { edit }),
  messages: (choice: { view?: string; message?: string; search?: string; words?: string } = {}) => withQuery('/admin/messages', choice),
  waitingList: () => '/admin/waiting-list',
  absences: (filter: { view?: string; mentor?: string; place?: string } = {}) => withQuery('/admin/absences', filter),
  reassign: (of: { schedule_id?: string; mentor_id?: string; date?: string; time_off_id?: string; closed_day_id?: string }) =>
    withQuery('/admin/reassign', of),

  mentor: () => '/mentor',
  mentorAppointments: (scheduleId: string) => `/mentor/appointment/${scheduleId}`,
  /** The question sheet of one appointment of a session, or of `all`. */
  mentorPrint: (scheduleId: string, print: string) => withQuery(`/mentor/appointment/${scheduleId}`, { print }),
} as const

/** Where a person belongs after logging in (specification §2, /join). */
export const homeOf = ({ isAdmin, isMentor }: { isAdmin: boolean; isMentor: boolean }): string =>
  isAdmin ? paths.admin() : isMentor ? paths.mentor() : paths.my()
