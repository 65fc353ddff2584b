/**
 * Test files by subject (a file of database/schema/functions): beginnings of their paths.
 * @type {Record<string, string[]>}
 */
export const relatedTests = {
  absences: [
    'database/absences-kept',
    'server/features/absences/',
    'server/features/busy-calendars/busy-calendars',
    'server/features/waiting-list/waiting-list',
  ],
  appointments: [
    'database/appointment-',
    'database/appointments-kept',
    'database/overlaps',
    'database/seats',
    'server/features/appointments/',
  ],
  booking: [
    'database/book-appointment',
    'database/bookable',
    'database/booking-batches',
    'database/booking-keys',
    'database/cancel-appointments',
    'database/client-limits',
    'database/move-appointment',
    'database/seats',
    'server/features/appointments/',
    'server/features/contracts/translations',
    'server/platform/http/idempotency',
  ],
  contracts: ['database/contracts-kept', 'database/acceptance-counts', 'server/features/contracts/'],
  counts: ['database/appointment-outcomes', 'database/schedule-seats', 'server/features/dashboard/'],
  feedback: ['database/ratings', 'database/feedback-counts', 'server/features/feedback/'],
  messages: ['database/phone-by', 'server/features/messages/'],
  people: [
    'database/abilities',
    'database/last-administrator',
    'database/people',
    'database/sign-in',
    'server/features/roles/',
    'server/features/users/users',
    'server/features/users/merge',
  ],
  privacy: ['database/erase-', 'database/audit-kept', 'server/features/users/erase-completely', 'server/features/retention/'],
  schedules: ['database/overlaps', 'database/seat-notifications', 'database/seats', 'server/features/schedules/'],
  shared: ['database/people', 'database/appointments-kept', 'server/features/places/'],
  translations: ['database/translatable-texts', 'server/features/translations/', 'server/features/contracts/translations'],
  'waiting-list': ['database/waiting-', 'server/features/waiting-list/'],
  webhooks: ['database/webhook-events', 'server/features/webhooks/'],
}
