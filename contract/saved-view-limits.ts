/** Lists that keep views. */
export const viewedLists = ['absences', 'contracts', 'invitations', 'places', 'role-assign', 'schedules', 'users'] as const
export type ViewedList = (typeof viewedLists)[number]

/** The most views of one person and list. */
export const maxViews = 20
/** The most characters of a view's name. */
export const maxNameLength = 60
