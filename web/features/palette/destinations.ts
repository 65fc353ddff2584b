import type { AbilityName } from '#contract/abilities.ts'
import type { PageAddress } from '#contract/pages.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'

export interface Destination {
  to: PageAddress
  label: string
}

/** All staff pages and create actions with the required ability; null: any administrator. */
const destinations: readonly (readonly [MessageId, PageAddress, AbilityName | null])[] = [
  ['dashboard.title', paths.admin(), null],
  ['figureList.today', paths.dashboardList('today'), 'Appointment List'],
  ['figureList.pending', paths.dashboardList('pending'), 'Appointment List'],
  ['figureList.unassigned', paths.dashboardList('unassigned'), 'Appointment List'],
  ['figureList.unclosed', paths.dashboardList('unclosed'), 'Appointment List'],
  ['schedules.title', paths.schedules(), 'Schedule List'],
  ['scheduleCreate.title', paths.scheduleCreate(), 'Schedule Create'],
  ['absences.title', paths.absences(), 'Schedule List'],
  ['waitingList.title', paths.waitingList(), 'Appointment List'],
  ['users.title', paths.users(), 'User List'],
  ['userCreate.title', paths.userCreate(), 'User Edit'],
  ['invitations.title', paths.invitations(), 'User Edit'],
  ['roles.title', paths.roles(), 'Role List'],
  ['roleCreate.title', paths.roleCreate(), 'Role Create'],
  ['roleAssign.title', paths.roleAssign(), 'RoleAssign List'],
  ['roleAssignCreate.title', paths.roleAssignCreate(), 'RoleAssign Edit'],
  ['feedbacks.title', paths.feedbacks(), 'Feedback List'],
  ['feedbackCreate.title', paths.feedbackCreate(), 'Feedback Create'],
  ['questions.title', paths.feedbackQuestionCreate(), 'Feedback Questions Create'],
  ['contracts.title', paths.contracts(), null],
  ['contractCreate.title', paths.contractCreate(), 'Contract Edit'],
  ['supportTypes.title', paths.supportTypes(), 'Settings Edit'],
  ['places.title', paths.places(), 'Settings Edit'],
  ['settings.title', paths.settings(), 'Settings Edit'],
  ['signIn.title', paths.signIn(), 'Settings Edit'],
  ['webhooks.title', paths.webhooks(), 'Webhook Edit'],
  ['audit.title', paths.audit(), 'Audit View'],
  ['messages.title', paths.messages(), 'Appointment List'],
  ['messages.sent.title', paths.messages({ view: 'sent' }), 'Settings Edit'],
  ['messages.toPhone', paths.messages({ view: 'phone' }), 'Appointment List'],
]

/** The user's destinations whose name contains every typed word; all of them without text. */
export function findDestinations(typed: string): Destination[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return destinations
    .filter(([, , ability]) => ability === null || can(ability))
    .map(([label, to]) => ({ to, label: t(label) }))
    .filter(({ label }) => words.every(word => label.toLowerCase().includes(word)))
}
