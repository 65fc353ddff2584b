import type { Money } from '#contract/shapes.ts'
import type { z } from 'zod'
import { region, t } from './messages.ts'

/** Money as people read it, from minor units ("£25", "£12.50"); nothing to pay is said in words. */
export function sayMoney({ amount, currency }: z.output<typeof Money>): string {
  if (amount === 0) return t('app.free')
  const format = new Intl.NumberFormat(region, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}
