import type { ReassigningOutcome } from '#contract/reassigning.ts'

/** What decides how somebody hears of a change. */
export interface Reachable {
  name: string
  phone: string | null
  email: string | null
  channel: 'sms' | 'email' | 'both' | 'none'
  contact_name: string | null
  contact_phone: string | null
}

type Channel = ReassigningOutcome['told_by'][number]

/** The ways in which a message can reach somebody: those they chose, have an address for, and the site can send by. */
export function waysToTell({ phone, email, channel }: Reachable, gateways: readonly Channel[]): Channel[] {
  const ways: Channel[] = []
  if (phone && (channel === 'sms' || channel === 'both')) ways.push('sms')
  if (email && (channel === 'email' || channel === 'both')) ways.push('email')
  return ways.filter(way => gateways.includes(way))
}

/** Whom to phone and why; null where a message is enough. People without a phone have a contact's. */
export function mustBePhoned(client: Reachable, ways: readonly Channel[], soon: boolean): ReassigningOutcome['phone'] {
  if (ways.length > 0 && !soon) return null
  const own = client.phone !== null || client.contact_phone === null
  return {
    why: ways.length === 0 ? 'no_way' : 'soon',
    name: own ? client.name : (client.contact_name ?? client.name),
    number: client.phone ?? client.contact_phone,
  }
}
