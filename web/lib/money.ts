import type { Money } from '#contract/shapes.ts'
import type * as z from 'zod'
import { region, t } from './messages.ts'

/** Formats an amount of minor units: "£25", "£12.50", or the word for free. */
export const formatMoney = ({ amount, currency }: z.output<typeof Money>): string =>
  amount === 0 ? t('app.free') : formatAmount(amount / 10 ** digitsOf(currency), currency)

/** "£25" as a region writes it, with the sign alone: an organisation has one currency, and "UK£" looks foreign. */
export function formatAmount(amount: number, currency: string, locale: string = region): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  const sign = signOf(currency)
  const write = ({ type, value }: Intl.NumberFormatPart) => (type === 'currency' && sign && /[A-Z]/.test(value) ? sign : value)
  return format.formatToParts(amount).map(write).join('')
}

/** "£", "zł"; undefined for currencies that have only a code. */
function signOf(currency: string): string | undefined {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value
  return sign && !/[A-Z]/.test(sign) ? sign : undefined
}

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat(region, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

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
