/** The decimals of a currency: 2 for GBP, 0 for JPY, 3 for KWD. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** The same number in another currency, in its minor units: £6 becomes ¥6. Null where it has too many decimals for that. */
export function relabelAmount(amount: number, from: string, to: string): number | null {
  const exponent = digitsOf(to) - digitsOf(from)
  if (exponent >= 0) return amount * 10 ** exponent
  return amount % 10 ** -exponent === 0 ? amount / 10 ** -exponent : null
}
