/** What messages go by. */
export type Channel = 'sms' | 'email'

/** What decides how somebody hears of a change. */
export interface Reachable {
  phone: string | null
  email: string | null
  /** What they chose. */
  channel: Channel | 'both' | 'none'
}

/**
 * The ways in which a message can reach somebody: those they chose, have an address for, and the site can send by. Where it sends no text messages at all, or they have no number, whoever
 * chose them hears by e-mail if they gave an address: everybody's choice is text messages until they choose.
 */
export function waysToTell({ phone, email, channel }: Reachable, gateways: readonly Channel[]): Channel[] {
  const ways: Channel[] = []
  if (phone && (channel === 'sms' || channel === 'both')) ways.push('sms')
  if (email && (channel === 'email' || channel === 'both' || (channel === 'sms' && !(phone && gateways.includes('sms')))))
    ways.push('email')
  return ways.filter(way => gateways.includes(way))
}
