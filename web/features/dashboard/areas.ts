import type { PageAddress } from '#contract/pages.ts'
import { can } from '../../lib/session.ts'
import type { MessageId } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'

export interface Area {
  to: PageAddress
  title: MessageId
  text: MessageId
}

/** The areas that the user's abilities open. */
export const availableAreas = (): Area[] =>
  [
    can('Schedule List') && { to: paths.schedules(), title: 'schedules.title' as const, text: 'dashboard.schedules' as const },
    can('Schedule Create') && {
      to: paths.scheduleCreate(),
      title: 'scheduleCreate.title' as const,
      text: 'dashboard.scheduleCreate' as const,
    },
    can('Schedule List') && { to: paths.absences(), title: 'absences.title' as const, text: 'absences.area' as const },
    can('User List') && { to: paths.users(), title: 'users.title' as const, text: 'users.area' as const },
    can('Appointment List') && { to: paths.waitingList(), title: 'waitingList.title' as const, text: 'waitingList.area' as const },
    (can('Appointment List') || can('Settings Edit')) && {
      to: paths.messages(),
      title: 'messages.title' as const,
      text: 'messages.area' as const,
    },
    can('Feedback List') && { to: paths.feedbacks(), title: 'feedbacks.title' as const, text: 'feedbacks.area' as const },
    can('Feedback Questions Create') && {
      to: paths.feedbackQuestionCreate(),
      title: 'questions.title' as const,
      text: 'questions.lead' as const,
    },
    can('Role List') && { to: paths.roles(), title: 'roles.title' as const, text: 'dashboard.roles' as const },
    can('RoleAssign List') && { to: paths.roleAssign(), title: 'roleAssign.title' as const, text: 'dashboard.roleAssign' as const },
    can('Settings Edit') && { to: paths.settings(), title: 'settings.title' as const, text: 'dashboard.settings' as const },
    can('Settings Edit') && can('RoleAssign Edit') && { to: paths.signIn(), title: 'signIn.title' as const, text: 'signIn.area' as const },
    can('Webhook Edit') && { to: paths.webhooks(), title: 'webhooks.title' as const, text: 'webhooks.area' as const },
    can('Audit View') && { to: paths.audit(), title: 'audit.title' as const, text: 'dashboard.audit' as const },
    can('Settings Edit') && { to: paths.supportTypes(), title: 'supportTypes.title' as const, text: 'dashboard.supportTypes' as const },
    can('Settings Edit') && { to: paths.places(), title: 'places.title' as const, text: 'dashboard.places' as const },
    { to: paths.contracts(), title: 'contracts.title' as const, text: 'dashboard.contracts' as const },
  ].filter(area => area !== false)
