import type { AbilityName } from './abilities.ts'
import type { DashboardList } from './dashboard.ts'

interface PageDefinition {
  /** Parameters are `$name`, as TanStack Router writes them. The first part decides the area: see `areaOf`. */
  path: `/${string}`
  /**
   * All of them are required; without one the browser shows /401. Pages without this field show what is
   * missing in place.
   */
  abilities?: readonly AbilityName[]
  /** Logged-in users go to their own area instead. */
  visitorsOnly?: true
  /** Redirects to the page of this name, with the same parameters and query. */
  redirect?: string
}

/**
 * Every page of the product. The owner fixed the addresses of those without `+`; they must not change.
 * The browser's routes and links, the server's 404 answers and the journeys' routes derive from it.
 */
export const pages = {
  booking: { path: '/' },
  about: { path: '/about' },
  embed: { path: '/embed' }, // +
  join: { path: '/join', visitorsOnly: true },
  confirm: { path: '/confirm' },
  registration: { path: '/registration' },
  login: { path: '/login' },
  signedIn: { path: '/signed-in' }, // +
  setup: { path: '/setup' }, // +
  invitation: { path: '/invitation' }, // +
  emergency: { path: '/emergency' }, // +
  terms: { path: '/trems-and-conditions' },
  termsSpelled: { path: '/terms-and-conditions', redirect: 'terms' }, // +
  // The next three exist where the contract of their name is in force: see legal.ts.
  privacy: { path: '/privacy' }, // +
  accessibility: { path: '/accessibility' }, // +
  imprint: { path: '/imprint' }, // +
  feedback: { path: '/feedback' },
  mentors: { path: '/mentors' },
  unauthorized: { path: '/401' },

  my: { path: '/my', redirect: 'myProfile' },
  myProfile: { path: '/my/my-profile' },
  myProfileEdit: { path: '/my/my-profile/$userId/edit' },
  mySignIn: { path: '/my/sign-in' }, // +
  myData: { path: '/my/data' }, // +
  myWaiting: { path: '/my/waiting' }, // +
  myWaitingEntry: { path: '/my/waiting/$entryId' }, // +
  myAppointment: { path: '/my/appointments/$appointmentId' }, // +
  myAcceptance: { path: '/my/acceptances/$acceptanceId' }, // +
  // The same pages for links that leave out the area.
  bareMyProfile: { path: '/my-profile', redirect: 'myProfile' },
  bareMyProfileEdit: { path: '/my-profile/$userId/edit', redirect: 'myProfileEdit' },

  admin: { path: '/admin' },
  today: { path: '/admin/today', abilities: ['Appointment List'] }, // +
  dashboardList: { path: '/admin/lists/$list', abilities: ['Appointment List'] }, // +
  schedules: { path: '/admin/schedules', abilities: ['Schedule List'] },
  planner: { path: '/admin/planner', abilities: ['Schedule List'] }, // +
  scheduleCreate: { path: '/admin/schedule-create', abilities: ['Schedule Create'] },
  scheduleEdit: { path: '/admin/schedule/$scheduleId/edit', abilities: ['Schedule Edit'] },
  weeklyHours: { path: '/admin/weekly-hours', abilities: ['Schedule List'] }, // +
  absences: { path: '/admin/absences', abilities: ['Schedule List'] }, // +
  reassign: { path: '/admin/reassign', abilities: ['Schedule Edit', 'Appointment Edit'] }, // +
  users: { path: '/admin/users' },
  userCreate: { path: '/admin/users/create' },
  userEdit: { path: '/admin/users/$userId/edit' },
  invitations: { path: '/admin/invitations', abilities: ['User Edit'] }, // +
  userMerge: { path: '/admin/users/$userId/merge' }, // +
  user: { path: '/admin/users/$userId' },
  scheduleAppointments: { path: '/admin/schedules/$scheduleId/appointments', abilities: ['Appointment List'] },
  questionPrint: { path: '/admin/question-print/$appointmentId', abilities: ['Appointment List'] },
  appointmentEdit: { path: '/admin/schedules/$scheduleId/appointments/$appointmentId', abilities: ['Appointment Edit'] },
  appointmentCreate: { path: '/admin/appointments/$scheduleId/create', abilities: ['Appointment Create'] },
  book: { path: '/admin/book', abilities: ['Appointment Create'] }, // +
  appointmentFeedbacks: { path: '/admin/appointments/$scheduleId/feedbacks/$appointmentId' },
  // The same pages for links that leave out the area.
  bareAppointmentCreate: { path: '/appointments/$scheduleId/create', redirect: 'appointmentCreate' },
  bareAppointmentFeedbacks: { path: '/appointments/$scheduleId/feedbacks/$appointmentId', redirect: 'appointmentFeedbacks' },
  feedbackQuestionCreate: { path: '/admin/feedback-question/create', abilities: ['Feedback Questions Create'] },
  roles: { path: '/admin/roles', abilities: ['Role List'] },
  roleCreate: { path: '/admin/roles/create', abilities: ['Role Create'] },
  roleEdit: { path: '/admin/roles/$roleId/edit', abilities: ['Role Edit'] },
  roleAssign: { path: '/admin/role-assign' },
  roleAssignCreate: { path: '/admin/role-assign/create' },
  roleAssignEdit: { path: '/admin/role-assign/$userId' },
  contracts: { path: '/admin/legally-binding-contract' },
  contractCreate: { path: '/admin/legally-binding-contract/create' },
  contract: { path: '/admin/legally-binding-contract/$contractId' },
  acceptance: { path: '/admin/acceptances/$acceptanceId' }, // +
  feedbacks: { path: '/admin/feedbacks' },
  feedbackCreate: { path: '/admin/feedbacks/create' },
  supportTypes: { path: '/admin/support-types', abilities: ['Settings Edit'] }, // +
  places: { path: '/admin/places', abilities: ['Settings Edit'] }, // +
  signIn: { path: '/admin/sign-in', abilities: ['Settings Edit', 'RoleAssign Edit'] }, // +
  settings: { path: '/admin/settings', abilities: ['Settings Edit'] }, // +
  translations: { path: '/admin/translations' }, // +
  webhooks: { path: '/admin/webhooks', abilities: ['Webhook Edit'] }, // +
  audit: { path: '/admin/audit', abilities: ['Audit View'] }, // +
  messages: { path: '/admin/messages' }, // +
  waitingList: { path: '/admin/waiting-list', abilities: ['Appointment List'] }, // +

  mentor: { path: '/mentor' },
  mentorAppointments: { path: '/mentor/appointment/$scheduleId' },
} as const satisfies Record<string, PageDefinition>

export type PageName = keyof typeof pages
export type PathOf<Name extends PageName> = (typeof pages)[Name]['path']
export type RedirectName = { [Name in PageName]: (typeof pages)[Name] extends { redirect: string } ? Name : never }[PageName]

/** Who may open the pages of an area: everyone, logged-in users, administrators, mentors. */
export type Area = 'public' | 'my' | 'admin' | 'mentor'
type Named<First> = First extends Area ? First : 'public'
/** The area of a path: its first part. */
export type AreaOf<Path extends string> = Path extends `/${infer First}/${string}`
  ? Named<First>
  : Path extends `/${infer First}`
    ? Named<First>
    : never
export const areaOf = (path: string): Area => (/^\/(my|admin|mentor)(?=\/|$)/.exec(path)?.[1] ?? 'public') as Area

/** Whether a path is a page for staff. */
export const isStaffPath = (path: string): boolean => ['admin', 'mentor'].includes(areaOf(path))

/** The definition of a page, with the parts that not every page has. */
export const pageOf = (name: PageName): PageDefinition & { redirect?: PageName } => pages[name]

type NamesOf<Path extends string> = Path extends `${string}/$${infer Name}/${infer Rest}`
  ? [Name, ...NamesOf<`/${Rest}`>]
  : Path extends `${string}/$${infer Name}`
    ? [Name]
    : []
type ValuesOf<Names> = Names extends [infer First, ...infer Rest] ? [First extends 'list' ? DashboardList : string, ...ValuesOf<Rest>] : []

/** The values of a page's path parameters, in the order of the path. */
export type PathValues<Name extends PageName> = ValuesOf<NamesOf<PathOf<Name>>>

/**
 * The query parameters of the pages that have any. All are optional text. A type, so that the first page
 * does not load them.
 */
interface QueryParameters {
  booking:
    | 'support_type'
    | 'place'
    | 'mentor'
    | 'language'
    | 'interpreter'
    | 'date'
    | 'schedule'
    | 'time'
    | 'with'
    | 'step'
    | 'appointment'
    | 'moved'
    | 'move'
    | 'wait'
    | 'wait_to'
    | 'visit'
  /** In a frame on another site: the choice alone. */
  embed: 'support_type' | 'place' | 'mentor'
  /** `back`: the path of this site to return to; read with `readReturnPath`. */
  login: 'back'
  signedIn: 'code' | 'state' | 'iss' | 'error'
  feedback: 'appointment_id' | 'reference' | 'type'
  mentors: 'support_type' | 'language'
  myProfile: 'page'
  myWaiting: 'page'
  /** `of`: the id of the only mentor or place shown. */
  today: 'by' | 'of'
  dashboardList: 'sort' | 'page'
  /**
   * `shown`: the id of the session to highlight; `view`, `week` and `by`: of saved links to what is now the
   * planner.
   */
  schedules:
    | 'view'
    | 'search'
    | 'availability'
    | 'support_type'
    | 'place'
    | 'mentor'
    | 'from'
    | 'to'
    | 'week'
    | 'by'
    | 'sort'
    | 'page'
    | 'shown'
  /** `open`: the id of the session whose details are shown. */
  planner: 'view' | 'by' | 'date' | 'support_type' | 'place' | 'mentor' | 'open'
  /** `series`: a session whose series is extended. */
  scheduleCreate: 'series'
  absences: 'view' | 'mentor' | 'place' | 'from' | 'sort' | 'page'
  /** For one session, one mentor's day, one time off or one closed day. */
  reassign: 'schedule_id' | 'mentor_id' | 'date' | 'time_off_id' | 'closed_day_id'
  users: 'search' | 'state' | 'role' | 'sort' | 'page'
  /** `new`: the form for one person or many; `user`: the person on file whom it invites. */
  invitations: 'search' | 'status' | 'sort' | 'new' | 'user' | 'page'
  /** `other`: the record to merge with. */
  userMerge: 'other'
  user: 'page'
  scheduleAppointments: 'search' | 'status' | 'mentor'
  appointmentCreate: DeskParameter
  book: DeskParameter
  feedbackQuestionCreate: 'type'
  roleAssign: 'search' | 'role' | 'sort' | 'page'
  contracts: 'search' | 'state' | 'sort'
  /** `key`: of a text that the product suggests. */
  contractCreate: 'key'
  contract: 'view' | 'version' | 'from' | 'search' | 'page'
  feedbacks: 'type' | 'mentor' | 'support_type' | 'from' | 'to' | 'question' | 'asked' | 'value' | 'word' | 'look' | 'page'
  feedbackCreate: 'appointment_id' | 'reference' | 'type'
  /** `edit`: the id of the record whose form is open, or `new`; also below. */
  supportTypes: 'edit'
  /** `edit`: the note whose translations are open. */
  translations: 'edit'
  places: 'edit' | 'search' | 'state' | 'sort' | 'page'
  signIn: 'edit' | 'view' | 'days'
  webhooks: 'edit' | 'state' | 'after'
  audit: 'person' | 'person_id' | 'action' | 'thing' | 'thing_id' | 'from' | 'to' | 'after'
  messages: 'view' | 'message' | 'words' | 'language' | 'search' | 'kind' | 'state' | 'channel' | 'from' | 'to' | 'after'
  waitingList: 'state' | 'support_type' | 'mentor' | 'date' | 'search' | 'sort' | 'page'
  /** `date`: a day of the shown week. */
  mentor: 'view' | 'until' | 'date'
  /** `print`: the question sheet of this appointment of the session, or of `all`. */
  mentorAppointments: 'phone' | 'print'
}
/**
 * Staff book for a client. `user`: the client; `new`: a client without a record, whose number `caller-number.ts`
 * keeps under this key; `booked`: the appointment that was booked just now.
 */
type DeskParameter =
  | 'interpreter'
  | 'user'
  | 'new'
  | 'booked'
  | 'support_type'
  | 'place'
  | 'mentor'
  | 'weekday'
  | 'part'
  | 'date'
  | 'schedule'
  | 'time'
  | 'with'
  | 'step'
/** The query of a page; of several pages, the parameters of all of them. */
export type SearchOf<Name extends PageName> = { readonly [Key in QueryParameters[Name & keyof QueryParameters]]?: string | undefined }

type Filled<Path extends string> = Path extends `${infer Start}/$${string}/${infer Rest}`
  ? `${Start}/${string}${Filled<`/${Rest}`>}`
  : Path extends `${infer Start}/$${string}`
    ? `${Start}/${string}`
    : Path
/** An address of one of the pages: its path with values, and maybe a query. */
export type PageAddress = { [Name in PageName]: Filled<PathOf<Name>> }[PageName] extends infer Path extends string
  ? Path | `${Path}?${string}`
  : never
