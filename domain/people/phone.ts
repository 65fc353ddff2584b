import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min'

/** A number as it is kept (E.164: `+` and at most 15 digits), or that no such number can exist. */
export type ParsedPhone = { e164: string } | { problem: 'impossible' }

/**
 * Reads a phone number as people type it; without `+` it is one of `defaultCountry` (ISO 3166, two letters).
 * Every possible number is accepted, whether or not a range is known to be in use: the code sent to it proves it (product rules, §4).
 * Refused: words, numbers too short or too long for their country, two numbers at once, and extensions, which E.164 cannot hold and no
 * code can reach.
 */
export function parsePhone(text: string, defaultCountry: string): ParsedPhone {
  const typed = read(text, defaultCountry)
  const phone = typed && !typed.ext ? settled(typed) : null
  // Stryker disable next-line Regex: the library writes nothing before the +
  return phone?.isPossible() && /^\+[1-9]\d{1,14}$/.test(phone.number) ? { e164: phone.number } : { problem: 'impossible' }
}

/** Whether two letters name a country (ISO 3166) that has telephone numbers. */
export const isPhoneCountry = (country: string): boolean => isSupportedCountry(country)

/** Every country (ISO 3166, two letters) that has telephone numbers. */
export const phoneCountries = (): readonly string[] => getCountries()

/** A kept number for display, international: `+44 7700 900001`. Anything else is shown as it is. */
export function formatPhone(e164: string): string {
  return read(e164)?.formatInternational() ?? e164
}

/**
 * The number that reads back as itself: dialling prefixes are stripped once a reading (PH `0000000000` gives `+63000000000`, which reads as
 * `+6300000000`), and one person must not have two numbers. Null if none is found.
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
 * Numbers copied from contacts and web pages bring invisible marks along (direction, soft hyphen, joiners). The library ignores a
 * country that it does not know.
 */
function read(text: string, defaultCountry?: string) {
  return parsePhoneNumberFromString(text.replace(/\p{Cf}/gu, ''), { defaultCountry: defaultCountry as CountryCode, extract: false })
}
