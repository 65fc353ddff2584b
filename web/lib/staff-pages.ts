import type { AbilityName } from '#contract/abilities.ts'
import type { wildcard } from '#contract/granted.ts'
import { pageOf, type PageAddress, type PageName } from '#contract/pages.ts'
import type { MessageId } from './messages.ts'
import { paths } from './paths.ts'
import { can } from './session.ts'

/** The groups of the menu, in their order. */
export const pageGroups = ['day', 'planning', 'people', 'setup'] as const
/** The group of a page. */
export type PageGroup = (typeof pageGroups)[number]
/** Pages with one row of tabs. */
export type Section = 'schedule' | 'people' | 'feedback' | 'setup'

/** One page of the staff area that needs no record. */
export interface StaffPage {
  page: PageName
  to: PageAddress
  title: MessageId
  group: PageGroup
  /** One of them is required, in addition to the page's own abilities in contract/pages.ts. */
  needs?: readonly AbilityName[]
  /** Its entry in the header, and the ability that shows it. */
  header?: { label: MessageId; ability?: AbilityName | typeof wildcard }
  /** The row of tabs that it belongs to, and its label there; the title unless given. */
  section?: Section
  tab?: MessageId
  /** Says on the dashboard what the page is for; pages without it have no card. */
  text?: MessageId
  /** Prefixes of the pages below it that do not begin with its path. */
  also?: readonly string[]
  /**
   * A form: listed by search, and opened by a button of the page before it. With a section, none of its tabs is
   * marked.
   */
  form?: true
}

/** Pages of a schedule and its appointments whose addresses are outside /admin/schedules. */
const ofSchedule = ['/admin/schedule/', '/admin/schedule-create', '/admin/question-print/', '/admin/reassign']

/**
 * Every page of the staff area. The header, More, the tabs, the dashboard's cards and search list the same pages:
 * those that the user may open.
 */
const staffPages: readonly StaffPage[] = [
  { page: 'admin', to: paths.admin(), title: 'dashboard.title', group: 'day' },
  {
    page: 'today',
    to: paths.today(),
    title: 'today.title',
    group: 'day',
    section: 'schedule',
    text: 'today.area',
    also: [paths.dashboardList('today')],
  },
  { page: 'dashboardList', to: paths.dashboardList('pending'), title: 'figureList.pending', group: 'day' },
  { page: 'dashboardList', to: paths.dashboardList('unassigned'), title: 'figureList.unassigned', group: 'day' },
  { page: 'dashboardList', to: paths.dashboardList('unclosed'), title: 'figureList.unclosed', group: 'day' },
  {
    page: 'messages',
    to: paths.messages(),
    title: 'messages.title',
    group: 'day',
    needs: ['Appointment List', 'Settings Edit'],
    text: 'messages.area',
  },
  { page: 'messages', to: paths.messages({ view: 'phone' }), title: 'messages.toPhone', group: 'day', needs: ['Appointment List'] },

  {
    page: 'schedules',
    to: paths.schedules(),
    title: 'schedules.title',
    group: 'planning',
    header: { label: 'menu.schedule' },
    section: 'schedule',
    tab: 'schedules.list',
    text: 'dashboard.schedules',
    also: ofSchedule,
  },
  {
    page: 'planner',
    to: paths.planner(),
    title: 'planner.title',
    group: 'planning',
    section: 'schedule',
    text: 'planner.area',
  },
  {
    page: 'weeklyHours',
    to: paths.weeklyHours(),
    title: 'weeklyHours.title',
    group: 'planning',
    section: 'schedule',
    text: 'weeklyHours.area',
  },
  { page: 'absences', to: paths.absences(), title: 'absences.title', group: 'planning', section: 'schedule', text: 'absences.area' },
  {
    page: 'waitingList',
    to: paths.waitingList(),
    title: 'waitingList.title',
    group: 'planning',
    section: 'schedule',
    text: 'waitingList.area',
  },
  { page: 'dashboardList', to: paths.dashboardList('missed'), title: 'figureList.missed', group: 'planning' },
  { page: 'dashboardList', to: paths.dashboardList('waited'), title: 'figureList.waited', group: 'planning' },
  {
    page: 'book',
    to: paths.book(),
    title: 'appointmentCreate.title',
    group: 'planning',
    section: 'schedule',
    also: ['/admin/appointments/'],
    form: true,
  },
  {
    page: 'scheduleCreate',
    to: paths.scheduleCreate(),
    title: 'scheduleCreate.title',
    group: 'planning',
    text: 'dashboard.scheduleCreate',
    form: true,
  },

  {
    page: 'users',
    to: paths.users(),
    title: 'users.title',
    group: 'people',
    needs: ['User List'],
    header: { label: 'menu.users', ability: '*' },
    section: 'people',
    text: 'users.area',
  },
  { page: 'userCreate', to: paths.userCreate(), title: 'userCreate.title', group: 'people', needs: ['User Edit'], form: true },
  { page: 'invitations', to: paths.invitations(), title: 'invitations.title', group: 'people', section: 'people' },
  {
    page: 'roles',
    to: paths.roles(),
    title: 'roles.title',
    group: 'people',
    header: { label: 'menu.roles' },
    section: 'people',
    text: 'dashboard.roles',
  },
  { page: 'roleCreate', to: paths.roleCreate(), title: 'roleCreate.title', group: 'people', form: true },
  {
    page: 'roleAssign',
    to: paths.roleAssign(),
    title: 'roleAssign.title',
    group: 'people',
    needs: ['RoleAssign List'],
    header: { label: 'menu.roleAssign' },
    section: 'people',
    text: 'dashboard.roleAssign',
  },
  {
    page: 'roleAssignCreate',
    to: paths.roleAssignCreate(),
    title: 'roleAssignCreate.title',
    group: 'people',
    needs: ['RoleAssign Edit'],
    form: true,
  },
  {
    page: 'feedbacks',
    to: paths.feedbacks(),
    title: 'feedbacks.title',
    group: 'people',
    needs: ['Feedback List'],
    header: { label: 'menu.feedback' },
    section: 'feedback',
    text: 'feedbacks.area',
  },
  {
    page: 'feedbackQuestionCreate',
    to: paths.feedbackQuestionCreate(),
    title: 'questions.title',
    group: 'people',
    section: 'feedback',
    text: 'questions.lead',
  },
  {
    page: 'feedbackCreate',
    to: paths.feedbackCreate(),
    title: 'feedbackCreate.title',
    group: 'people',
    needs: ['Feedback Create'],
    form: true,
  },

  { page: 'settings', to: paths.settings(), title: 'settings.title', group: 'setup', section: 'setup', text: 'dashboard.settings' },
  {
    page: 'supportTypes',
    to: paths.supportTypes(),
    title: 'supportTypes.title',
    group: 'setup',
    section: 'setup',
    text: 'dashboard.supportTypes',
  },
  { page: 'places', to: paths.places(), title: 'places.title', group: 'setup', section: 'setup', text: 'dashboard.places' },
  {
    page: 'messages',
    to: paths.messages({ view: 'sent' }),
    title: 'messages.sent.title',
    group: 'setup',
    needs: ['Settings Edit'],
    section: 'setup',
  },
  {
    page: 'contracts',
    // All staff can read contracts; editing is guarded separately.
    to: paths.contracts(),
    title: 'contracts.title',
    group: 'setup',
    header: { label: 'menu.contract' },
    section: 'setup',
    text: 'dashboard.contracts',
    also: ['/admin/acceptances/'],
  },
  {
    page: 'contractCreate',
    to: paths.contractCreate(),
    title: 'contractCreate.title',
    group: 'setup',
    needs: ['Contract Edit'],
    form: true,
  },
  {
    page: 'translations',
    to: paths.translations(),
    title: 'translations.title',
    group: 'setup',
    needs: ['Settings Edit', 'Feedback Questions Create', 'Contract Edit', 'Schedule Edit'],
    section: 'setup',
    text: 'translations.area',
  },
  { page: 'signIn', to: paths.signIn(), title: 'signIn.title', group: 'setup', section: 'setup', text: 'signIn.area' },
  { page: 'webhooks', to: paths.webhooks(), title: 'webhooks.title', group: 'setup', section: 'setup', text: 'webhooks.area' },
  { page: 'audit', to: paths.audit(), title: 'audit.title', group: 'setup', section: 'setup', text: 'dashboard.audit' },
]

const mayOpen = ({ page, needs }: StaffPage): boolean =>
  (pageOf(page).abilities ?? []).every(can) && (needs === undefined || needs.some(can))

/** The pages that the user may open. */
export const openStaffPages = (): StaffPage[] => staffPages.filter(mayOpen)

/** Whether the page is in the user's header. */
export const isInHeader = ({ header }: StaffPage): boolean => header !== undefined && (header.ability === undefined || can(header.ability))

/**
 * The page of an address, or the one that it is below: the longest match, with the same view. A form is below its
 * list, unless it belongs to the whole section.
 */
export function staffPageAt(path: string, view: string | undefined): StaffPage | undefined {
  const isBelow = (prefix: string) =>
    path === prefix || (prefix !== paths.admin() && path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`))
  const matches = staffPages.flatMap(page => {
    const own = viewOf(page)
    if ((page.form && !page.section) || (own !== undefined && own !== view)) return []
    const lengths = [pathOf(page), ...(page.also ?? [])].filter(isBelow).map(({ length }) => length)
    return lengths.length > 0 ? [{ page, rank: Math.max(...lengths) + (own === undefined ? 0 : 0.5) }] : []
  })
  return matches.toSorted((a, b) => b.rank - a.rank)[0]?.page
}

/** The page's path, without its query. */
export const pathOf = ({ to }: StaffPage): string => to.split('?', 1)[0] ?? to
const viewOf = ({ to }: StaffPage): string | undefined => new URLSearchParams(to.split('?')[1]).get('view') ?? undefined
