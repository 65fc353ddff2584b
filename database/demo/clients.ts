import { withoutPhone, clientNames } from './client-names.ts'
import { type DemoDay, day, hour } from './demo-day.ts'
import { demoLogins } from './demo-logins.ts'
import { demoId } from './identity.ts'
import { createDice } from './random.ts'

/** A client of the demo. */
export interface DemoClient {
  id: string
  name: string
  phone: string | null
  email: string | null
  channel: 'sms' | 'email' | 'both'
  time_zone: string
  contact_name: string | null
  contact_phone: string | null
  /** They need an interpreter of this language (BCP 47); null: none. */
  spoken_language: string | null
  /** Milliseconds. */
  joinedAt: number
  /** Relative frequency of their appointments. */
  comes: number
}

const demoClientName = demoLogins[2].name
/** Of the clients who need an interpreter. */
const interpretedLanguages: Readonly<Record<string, string>> = {
  'Amina Warsame': 'so',
  'Delroy Campbell': 'bfi',
  'Lan Nguyễn': 'vi',
  'محمد العلي': 'ar',
  王小明: 'zh',
}
const mailHosts = ['example.com', 'example.org', 'example.net']

/** The clients; the first one can log in. */
export function listClients(today: DemoDay): DemoClient[] {
  const dice = createDice('clients')
  const withPhone = clientNames.map((name, index) => ({
    name,
    phone: `+447700${900_100 + index * 13}`,
    contact_name: null,
    contact_phone: null,
  }))
  const demoClient = { name: demoClientName, phone: demoLogins[2].phone.replaceAll(' ', ''), contact_name: null, contact_phone: null }
  return [demoClient, ...withPhone, ...withoutPhone.map(person => ({ ...person, phone: null }))].map(person => {
    const joinedAt = today.start - dice.between(45, 420) * day - dice.between(4, 14) * hour
    const email = person.phone && dice.chance(0.55) ? mailOf(person.name, dice.pick(mailHosts)) : null
    return {
      ...person,
      id: demoId('client', person.name, joinedAt),
      email,
      channel: email ? dice.pick(['both', 'both', 'email', 'sms'] as const) : 'sms',
      time_zone: dice.chance(0.04) ? 'Europe/Dublin' : 'Europe/London',
      spoken_language: interpretedLanguages[person.name] ?? null,
      joinedAt,
      comes: dice.pick([1, 2, 3, 3, 3, 3]),
    }
  })
}

/** An e-mail address from a name's Latin letters; null if it has none. */
function mailOf(name: string, host: string): string | null {
  const letters = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replace(/[^a-z ]/g, '')
    .trim()
    .replace(/ +/g, '.')
  return letters ? `${letters}@${host}` : null
}
