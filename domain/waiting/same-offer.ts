/** A time that is offered to a waiting client; `starts_at` is RFC 3339. */
interface OfferedTime {
  schedule_id: string
  starts_at: string
  mentor_id: string
}

/** Whether two offers are the same time of the same mentor. */
export const isSameOffer = (one: OfferedTime, other: OfferedTime): boolean =>
  one.schedule_id === other.schedule_id && one.mentor_id === other.mentor_id && Date.parse(one.starts_at) === Date.parse(other.starts_at)
