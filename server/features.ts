import type { App } from './platform/http/platform.ts'
import { registerAppointments } from './features/appointments/routes.ts'
import { registerContracts } from './features/contracts/routes.ts'
import { registerMentors } from './features/mentors/routes.ts'
import { registerProfile } from './features/profile/routes.ts'
import { registerSchedules } from './features/schedules/routes.ts'
import { registerSearch } from './features/search/routes.ts'
import { registerSessions } from './features/sessions/routes.ts'
import { registerSite } from './features/site/routes.ts'

/** Every feature's calls, one line a noun. */
export async function registerFeatures(app: App): Promise<void> {
  registerSite(app)
  registerSessions(app)
  registerProfile(app)
  registerSearch(app)
  registerAppointments(app)
  registerMentors(app)
  registerContracts(app)
  registerSchedules(app)
}
