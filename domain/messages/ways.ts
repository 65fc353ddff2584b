/** What messages go by. */
export type Channel = 'sms' | 'email'

/** What decides the channels of a message. */
export interface Reachable {
  phone: string | null
  email: string | null
  /** What they chose. */
  channel: Channel | 'both' | 'none'
}

/**
 * The channels that reach a recipient: chosen, with an address, and available on this site. Without text messages on this site or without a number, a recipient who
 * chose text messages gets e-mail if they have an address: text messages are the default choice.
 */
export function waysToTell({ phone, email, channel }: Reachable, gateways: readonly Channel[]): Channel[] {
  const ways: Channel[] = []
  if (phone && (channel === 'sms' || channel === 'both')) ways.push('sms')
  if (email && (channel === 'email' || channel === 'both' || (channel === 'sms' && !(phone && gateways.includes('sms')))))
    ways.push('email')
  return ways.filter(way => gateways.includes(way))
}
