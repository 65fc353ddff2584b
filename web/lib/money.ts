import type { Money } from '#contract/shapes.ts'
import { digitsOf } from '#domain/booking/money.ts'
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
