import { region } from '../../lib/messages.ts'

/** A country's name from its two letters, where the browser knows it. */
export function countryName(code: string | undefined): string | undefined {
  if (!code) return undefined
  try {
    return new Intl.DisplayNames(region, { type: 'region' }).of(code)
  } catch {
    return undefined
  }
}
