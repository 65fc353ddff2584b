import type { AuditEntry } from '#contract/audit.ts'
import type { PageAddress } from '#contract/pages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'

/** The page of the changed record; null if there is none or the user may not open it. */
export function recordPath({ subject, subject_id: id, thing }: AuditEntry): PageAddress | null {
  if (subject === 'wording') return can('Settings Edit') ? paths.messages({ view: 'sent' }) : null
  if (subject === 'settings') return can('Settings Edit') ? paths.settings() : null
  if (!id || !thing) return null
  if (subject === 'appointment') return thing.schedule_id && can('Appointment Edit') ? paths.appointmentEdit(thing.schedule_id, id) : null
  if (subject === 'schedule') return can('Schedule Edit') ? paths.scheduleEdit(id) : null
  if (subject === 'user' || subject === 'record') return can('User List') ? paths.user(id) : null
  if (subject === 'role') return can('Role Edit') ? paths.roleEdit(id) : null
  return subject === 'contract' ? paths.contract(id) : null
}
