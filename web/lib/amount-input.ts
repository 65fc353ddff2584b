import type { Money } from '#contract/shapes.ts'
import { digitsOf } from '#domain/booking/money.ts'
import type { z } from 'zod'

/** Parses "25", "12.50" or "12,5" into minor units; null if it is no amount or has too many decimals. */
export function parseAmount(typed: string, currency: string): number | null {
  const digits = digitsOf(currency)
  const [, whole = '', part = ''] = /^(\d{1,7})(?:[.,](\d+))?$/.exec(typed.trim()) ?? []
  if (whole === '' || part.length > digits) return null
  return Number(whole + part.padEnd(digits, '0'))
}

/** Formats minor units for an input field: "25", "12.50". */
export function amountInputValue({ amount, currency }: z.output<typeof Money>): string {
  const digits = digitsOf(currency)
  return amount % 10 ** digits === 0 ? String(amount / 10 ** digits) : (amount / 10 ** digits).toFixed(digits)
}
