/**
 * The addresses that are pages (specification §2, product rules §6). Anything else is answered 404, with the page that says so.
 * Redirects between pages (such as /terms-and-conditions) are the client's and count as pages.
 */
const pagePatterns = [
  '/', '/about', '/join', '/confirm', '/registration', '/login', '/setup', '/trems-and-conditions', '/terms-and-conditions', '/feedback', '/mentors', '/401',
  '/my', '/my/my-profile', '/my/my-profile/:id/edit', '/my-profile', '/my-profile/:id/edit',
  '/admin', '/admin/schedules', '/admin/schedule-create', '/admin/schedule/:id/edit', '/admin/users', '/admin/users/create', '/admin/users/:id/edit', '/admin/users/:id',
  '/admin/schedules/:id/appointments', '/admin/question-print/:id', '/admin/schedules/:id/appointments/:id',
  '/admin/appointments/:id/create', '/admin/appointments/:id/feedbacks/:id', '/appointments/:id/create', '/appointments/:id/feedbacks/:id',
  '/admin/feedback-question/create', '/admin/roles', '/admin/roles/create', '/admin/roles/:id/edit',
  '/admin/role-assign', '/admin/role-assign/create', '/admin/role-assign/:id',
  '/admin/legally-binding-contract', '/admin/legally-binding-contract/create', '/admin/legally-binding-contract/:id',
  '/admin/feedbacks', '/admin/feedbacks/create',
  '/admin/support-types', '/admin/places', '/admin/settings', '/admin/audit', '/admin/messages', '/admin/waiting-list',
  '/mentor', '/mentor/appointment/:id',
].map(pattern => new RegExp(`^${pattern.replaceAll(':id', '[^/]+')}/?$`))

/** Whether an address is one of the product's pages. */
export const isPagePath = (address: string): boolean => pagePatterns.some(pattern => pattern.test(address))
