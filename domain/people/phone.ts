import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min'

/** A number in E.164 (`+` and at most 15 digits), or the fact that no such number can exist. */
export type ParsedPhone = { e164: string } | { problem: 'impossible' }

/**
 * Parses a typed phone number; without `+` it belongs to `defaultCountry` (ISO 3166, two letters).
 * Accepts every possible number, whether or not its range is in use: the code sent to it proves it. Refuses words,
 * numbers of the wrong length for their country, two numbers at once, and extensions, which E.164 cannot contain and no code can reach.
 */
export function parsePhone(text: string, defaultCountry: string): ParsedPhone {
  const typed = read(text, defaultCountry)
  const phone = typed && !typed.ext ? settled(typed) : null
  // Stryker disable next-line Regex: the library writes nothing before the +
  return phone?.isPossible() && /^\+[1-9]\d{1,14}$/.test(phone.number) ? { e164: phone.number } : { problem: 'impossible' }
}

/** Whether two letters (ISO 3166) name a country that has telephone numbers. */
export const isPhoneCountry = (country: string): boolean => isSupportedCountry(country)

/** Formats a stored number for display: `+44 7700 900001`. Any other text stays unchanged. */
export function formatPhone(e164: string): string {
  return read(e164)?.formatInternational() ?? e164
}

/**
 * Parses a number repeatedly until the result is stable. Each parse strips one dialling prefix (PH
 * `0000000000` gives `+63000000000`, which parses as `+6300000000`), and a person must not have two
 * spellings of one number. Null if it does not become stable.
 */
function settled(phone: PhoneNumber, readings = 10): PhoneNumber | null {
  // Stryker disable next-line ConditionalExpression,EqualityOperator: no known number takes ten readings
  const again = readings > 0 ? read(phone.number) : undefined
  // Stryker disable next-line ConditionalExpression: what was read can be read again, except at the bound
  if (!again) return null
  // Stryker disable next-line ArithmeticOperator: no known number takes ten readings
  return again.number === phone.number ? again : settled(again, readings - 1)
}

/**
 * Numbers copied from contacts and web pages can contain invisible characters (direction marks, soft
 * hyphens, joiners). The library ignores an unknown country.
 */
function read(text: string, defaultCountry?: string) {
  return parsePhoneNumberFromString(text.replace(/\p{Cf}/gu, ''), { defaultCountry: defaultCountry as CountryCode, extract: false })
}
