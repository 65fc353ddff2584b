import { z } from 'zod'
import { Id, Instant, PersonName, Revision } from './shapes.ts'

/** A phone number as people type it; the server keeps E.164. */
export const PhoneInput = z.string().trim().min(3, 'is too short').max(40, 'is too long')
export const Email = z.email('must be an e-mail address').max(254)
/** At least 15 characters, as NIST SP 800-63B-4 asks of a single factor; common ones are refused by the server. */
export const NewPassword = z.string().min(15, 'must have at least 15 characters').max(256, 'must be at most 256 characters')

export const User = z
  .object({
    id: Id,
    name: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    photo: z.string().nullable(),
    locale: z.string(),
    time_zone: z.string(),
    active: z.boolean(),
    revision: Revision,
    created_at: Instant,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/** A person as others see them beside an appointment. */
export const Person = z
  .object({ id: Id, name: z.string(), phone: z.string().nullable(), photo: z.string().nullable() })
  .meta({ id: 'Person' })

/** A mentor as a name beside a time. */
export const MentorName = z.object({ id: Id, name: z.string(), photo: z.string().nullable() }).meta({ id: 'MentorName' })
export type MentorName = z.infer<typeof MentorName>

export const Login = z
  .object({
    token: z.string(),
    user: User,
    access: z.object({ isAdmin: z.boolean(), isMentor: z.boolean() }),
    abilities: z.array(z.string()),
  })
  .meta({ id: 'Login' })
export type Login = z.infer<typeof Login>

export { PersonName }
