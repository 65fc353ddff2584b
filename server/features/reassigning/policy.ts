import type { ReassigningOutcome } from '#contract/reassigning.ts'
import type { Channel, Reachable } from '#domain/messages/channels.ts'

/** A client who may need a phone call. */
export interface Client extends Reachable {
  name: string
  contact_name: string | null
  contact_phone: string | null
}

/** The person to phone and why; null if a message suffices. For people without a phone, their contact. */
export function decidePhoneCall(client: Client, ways: readonly Channel[], soon: boolean): ReassigningOutcome['phone'] {
  if (ways.length > 0 && !soon) return null
  const own = client.phone !== null || client.contact_phone === null
  return {
    why: ways.length === 0 ? 'no_way' : 'soon',
    name: own ? client.name : (client.contact_name ?? client.name),
    number: client.phone ?? client.contact_phone,
  }
}
