import { absenceCalls } from './absences.ts'
import { appointmentCalls } from './appointments.ts'
import { auditCalls } from './audit.ts'
import { brandingCalls } from './branding.ts'
import { busyCalendarCalls } from './busy-calendars.ts'
import { calendarCalls } from './calendars.ts'
import { contractCalls } from './contracts.ts'
import { dashboardCalls } from './dashboard.ts'
import { dayCalls } from './day.ts'
import { embeddingCalls } from './embedding.ts'
import { feedbackCalls } from './feedback.ts'
import { holidayCalls } from './holidays.ts'
import { hoursProposalCalls } from './hours-proposals.ts'
import { timeOffRequestCalls } from './time-off-requests.ts'
import { invitationCalls } from './invitations.ts'
import { messageCalls } from './messages.ts'
import { mentorCalls } from './mentors.ts'
import { openingCalls } from './opening.ts'
import { passkeyCalls } from './passkeys.ts'
import { peopleCalls } from './people.ts'
import { placeCalls } from './places.ts'
import { bulkCalls } from './bulk.ts'
import { plannerCalls } from './planner.ts'
import { profileCalls } from './profile.ts'
import { recordAccessCalls } from './record-access.ts'
import { providerCalls } from './providers.ts'
import { reassigningCalls } from './reassigning.ts'
import { roleCalls } from './roles.ts'
import { savedViewCalls } from './saved-views.ts'
import { scheduleCalls } from './schedules.ts'
import { searchCalls } from './search.ts'
import { seriesCalls } from './series.ts'
import { sessionCalls } from './sessions.ts'
import { settingsCalls } from './settings.ts'
import { siteCalls } from './site.ts'
import { supportTypeCalls } from './support-types.ts'
import { translationCalls } from './translations.ts'
import { userCalls } from './users.ts'
import { waitingListCalls } from './waiting-list.ts'
import { webhookCalls } from './webhooks.ts'
import { weeklyHoursCalls } from './weekly-hours.ts'
import { wordingCalls } from './wordings.ts'
import { zoneDataCalls } from './zone-data.ts'

/** Every call there is, by its name. */
export const calls = {
  ...siteCalls,
  ...sessionCalls,
  ...passkeyCalls,
  ...profileCalls,
  ...savedViewCalls,
  ...peopleCalls,
  ...searchCalls,
  ...appointmentCalls,
  ...calendarCalls,
  ...mentorCalls,
  ...contractCalls,
  ...translationCalls,
  ...scheduleCalls,
  ...plannerCalls,
  ...bulkCalls,
  ...seriesCalls,
  ...weeklyHoursCalls,
  ...hoursProposalCalls,
  ...timeOffRequestCalls,
  ...userCalls,
  ...holidayCalls,
  ...invitationCalls,
  ...roleCalls,
  ...providerCalls,
  ...feedbackCalls,
  ...supportTypeCalls,
  ...placeCalls,
  ...absenceCalls,
  ...busyCalendarCalls,
  ...recordAccessCalls,
  ...reassigningCalls,
  ...waitingListCalls,
  ...dashboardCalls,
  ...dayCalls,
  ...openingCalls,
  ...embeddingCalls,
  ...settingsCalls,
  ...brandingCalls,
  ...zoneDataCalls,
  ...auditCalls,
  ...messageCalls,
  ...wordingCalls,
  ...webhookCalls,
}
export type Calls = typeof calls

export const callNames = Object.keys(calls) as (keyof Calls)[]
