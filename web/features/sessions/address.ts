import type { CodeAddress } from '#domain/people/code-address.ts'

/** What was typed into a field for both: an e-mail address has an @, a phone number none. */
export function addressOf(typed: string): CodeAddress {
  const text = typed.trim()
  return text.includes('@') ? { email: text } : { phone: text }
}

/** As a person reads it. */
export const formatAddress = ({ phone, email }: { phone?: string | undefined; email?: string | undefined }): string => email ?? phone ?? ''

/** Whether a server could read it: it decides. */
export const mayBeEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim())
