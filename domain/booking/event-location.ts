interface EventPlace {
  kind: 'in_person' | 'online'
  name: string
  address: string
}

/** The place with its address; never a meeting link. */
export const formatPlace = ({ name, address }: Pick<EventPlace, 'name' | 'address'>): string => [name, address].filter(Boolean).join(', ')

/**
 * The location of a calendar event. For an online place it is the page that shows the link in time,
 * because calendars keep their events and other people read them. `page` is null if the site's address is
 * unknown.
 */
export const locationOf = (place: EventPlace, page: string | null): string => (place.kind === 'online' && page ? page : formatPlace(place))
