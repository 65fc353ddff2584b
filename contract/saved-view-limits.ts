/** Lists that keep views. */
export const viewedLists = ['absences', 'contracts', 'invitations', 'places', 'role-assign', 'schedules', 'users'] as const
export type ViewedList = (typeof viewedLists)[number]

/** The parameters that a view of each list keeps. No search, which may be a person’s name and would outlive their erasure. */
export const viewParams = {
  absences: ['mentor', 'from', 'sort'],
  contracts: ['state', 'sort'],
  invitations: ['status', 'sort'],
  places: ['state', 'sort'],
  'role-assign': ['role', 'sort'],
  schedules: ['availability', 'support_type', 'place', 'mentor', 'from', 'to', 'sort'],
  users: ['state', 'role', 'sort'],
} as const satisfies Record<ViewedList, readonly string[]>

/** The most views of one person and list. */
export const maxViews = 20
/** The most characters of a view's name. */
export const maxNameLength = 60
