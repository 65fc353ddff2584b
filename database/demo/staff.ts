import type { standardRoles } from '#domain/people/standard-roles.ts'
import { demoLogins } from './demo-logins.ts'

interface StaffMember {
  name: string
  phone: string
  email: string
  role: keyof typeof standardRoles
}

const [administrator, , , frontDesk] = demoLogins
const e164 = (phone: string) => phone.replaceAll(' ', '')

/** The staff; none of them is a mentor. */
export const staff = {
  administrator: { name: administrator.name, phone: e164(administrator.phone), email: 'margaret@larkfield.example', role: 'administrator' },
  frontDesk: { name: frontDesk.name, phone: e164(frontDesk.phone), email: 'desk@larkfield.example', role: 'frontDesk' },
  coordinator: { name: 'Ruth Adeyemi', phone: '+447700900005', email: 'ruth@larkfield.example', role: 'coordinator' },
} as const satisfies Record<string, StaffMember>
