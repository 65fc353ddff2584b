/** The channel of a message. */
export type Channel = 'sms' | 'email'

/** The facts that decide the channels of a message. */
export interface Reachable {
  phone: string | null
  email: string | null
  /** The recipient's choice. */
  channel: Channel | 'both' | 'none'
}

/**
 * The channels that reach a recipient: chosen, with an address, and available on this site. Text messages
 * are the default choice, so a recipient who chose them gets e-mail instead if this site sends none or
 * the number is missing.
 */
export function chooseChannels({ phone, email, channel }: Reachable, gateways: readonly Channel[]): Channel[] {
  // Stryker disable next-line ArrayDeclaration: only gateways are left in the end
  const ways: Channel[] = []
  if (phone && (channel === 'sms' || channel === 'both')) ways.push('sms')
  if (email && (channel === 'email' || channel === 'both' || (channel === 'sms' && !(phone && gateways.includes('sms')))))
    ways.push('email')
  return ways.filter(way => gateways.includes(way))
}
