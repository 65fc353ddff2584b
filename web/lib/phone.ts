import { direction } from './messages.ts'

/**
 * Formats an E.164 number in groups: `+44 7700 900001`. The groups are the same for every country: national
 * formats would load a library.
 */
export function formatPhone(e164: string): string {
  return leftToRight + groupDigits(e164)
}

/** Keeps the order of a number's groups among words read from right to left (Unicode LRM). */
const leftToRight = direction === 'rtl' ? '\u200e' : ''

function groupDigits(e164: string): string {
  const code = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/.exec(e164)
  if (!code) return e164
  const rest = e164.slice(code[0].length)
  const groups = rest.length > 8 ? [rest.slice(0, rest.length - 6), rest.slice(-6)] : [rest]
  return [code[0], ...groups].join(' ')
}

/** The number of digits 0–9 in what was typed. */
export const countDigits = (typed: string): number => typed.replaceAll(/\D/g, '').length

/** Whether a text can be a phone number: at least three digits. The server decides. */
export const looksLikePhone = (typed: string): boolean => countDigits(typed) >= 3
