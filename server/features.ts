import type { App } from './platform/http/platform.ts'
import { registerAbsences } from './features/absences/routes.ts'
import { registerDesk } from './features/appointments/desk-routes.ts'
import { registerNearestTimes } from './features/appointments/nearest-routes.ts'
import { registerAppointments } from './features/appointments/routes.ts'
import { registerAudit } from './features/audit/routes.ts'
import { registerBranding } from './features/branding/routes.ts'
import { registerBusyCalendars } from './features/busy-calendars/routes.ts'
import { registerCalendars } from './features/calendars/routes.ts'
import { registerContracts } from './features/contracts/routes.ts'
import { registerDashboard } from './features/dashboard/routes.ts'
import { registerEmbedding } from './features/embedding/routes.ts'
import { registerFeedback } from './features/feedback/routes.ts'
import { registerHolidays } from './features/holidays/routes.ts'
import { registerInvitations } from './features/invitations/routes.ts'
import { registerMentors } from './features/mentors/routes.ts'
import { registerMessages } from './features/messages/routes.ts'
import { registerOpening } from './features/opening/routes.ts'
import { registerPasskeys } from './features/sessions/passkeys/routes.ts'
import { registerPeople } from './features/people/routes.ts'
import { registerPlaces } from './features/places/routes.ts'
import { registerProfile } from './features/profile/routes.ts'
import { registerRecordAccess } from './features/access-log/routes.ts'
import { registerReassigning } from './features/reassigning/routes.ts'
import { registerRoles } from './features/roles/routes.ts'
import { registerSavedViews } from './features/saved-views/routes.ts'
import { registerSchedules } from './features/schedules/routes.ts'
import { registerSearch } from './features/search/routes.ts'
import { registerSessions } from './features/sessions/routes.ts'
import { registerSettings } from './features/settings/routes.ts'
import { findEndSession } from './features/providers/logout/resolve-end-session.ts'
import { registerProviders } from './features/providers/routes.ts'
import { registerSite } from './features/site/routes.ts'
import { registerSupportTypes } from './features/support-types/routes.ts'
import { registerTranslations } from './features/translations/routes.ts'
import { registerUsers } from './features/users/routes.ts'
import { registerWaitingList } from './features/waiting-list/routes.ts'
import { registerWebhooks } from './features/webhooks/routes.ts'
import { moveSessionsToZone } from './features/schedules/zone/commands.ts'
import { registerBulk } from './features/schedules/bulk/routes.ts'
import { registerHoursProposals } from './features/schedules/hours-proposals/routes.ts'
import { registerTimeOffRequests } from './features/absences/requests/routes.ts'
import { registerPlanner } from './features/schedules/planner/routes.ts'
import { registerSeries } from './features/schedules/series/routes.ts'
import { registerWeeklyHours } from './features/schedules/weekly-hours/routes.ts'
import { registerZoneData } from './features/schedules/zone-data/routes.ts'

/** Registers the calls of every feature. */
export async function registerFeatures(app: App): Promise<void> {
  registerSite(app)
  registerSessions(app, { findEndSession })
  registerPasskeys(app)
  registerProviders(app)
  registerProfile(app)
  registerSavedViews(app)
  registerPeople(app)
  registerSearch(app)
  registerNearestTimes(app)
  registerAppointments(app)
  registerDesk(app)
  registerCalendars(app)
  registerMentors(app)
  registerContracts(app)
  registerTranslations(app)
  registerSchedules(app)
  registerPlanner(app)
  registerBulk(app)
  registerHolidays(app)
  registerSeries(app)
  registerWeeklyHours(app)
  registerHoursProposals(app)
  registerTimeOffRequests(app)
  registerUsers(app)
  registerInvitations(app)
  registerRoles(app)
  registerWaitingList(app)
  registerAbsences(app)
  registerBusyCalendars(app)
  registerRecordAccess(app)
  registerReassigning(app)
  registerSettings(app)
  registerBranding(app)
  registerZoneData(app)
  registerAudit(app)
  registerMessages(app)
  registerWebhooks(app)
  registerDashboard(app)
  registerOpening(app)
  registerEmbedding(app)
  registerFeedback(app)
  registerSupportTypes(app)
  registerPlaces(app, { moveSessions: moveSessionsToZone })
}
