import type { Opening, OpeningStep } from '#contract/opening.ts'

type Named = Opening['mentors'][number]

/** What the steps depend on. */
export interface OpeningFacts {
  settings: { site_name: string; contact: string; opening_hidden: boolean; embed_origins: string[] }
  support_types: readonly Named[]
  places: readonly Named[]
  mentors: readonly Named[]
  /** A session has been published, even if it is over. */
  published: boolean
  /** Clients can book a time now. */
  bookable: boolean
  /** A mail server or a gateway has taken a message. */
  sent: boolean
  /** People can sign in with an identity provider. */
  providers: boolean
}

/** Decides which steps are done. `gateways`: the ways in which this site sends messages. */
export function judgeOpening(facts: OpeningFacts, gateways: readonly string[]): Omit<Opening, 'mentor_role'> {
  const { settings, support_types, places, mentors, published, bookable, sent, providers } = facts
  const done: Record<OpeningStep, boolean> = {
    // Pages show the contact to everyone who is stuck; a new installation has none.
    organisation: settings.contact.trim() !== '',
    offer: support_types.length > 0,
    place: places.length > 0,
    people: mentors.length > 0,
    hours: published,
    test: sent,
  }
  const names = (list: readonly Named[]) => list.map(({ id, name }) => ({ id, name }))
  return {
    hidden: settings.opening_hidden,
    steps: Object.entries(done).map(([step, isDone]) => ({ step: step as OpeningStep, done: isDone })),
    open: done.offer && done.place && done.people && done.hours,
    can_send: gateways.length > 0,
    can_join: gateways.length > 0 || providers,
    bookable,
    embed_origins: settings.embed_origins,
    support_types: names(support_types),
    places: names(places),
    mentors: names(mentors),
  }
}
