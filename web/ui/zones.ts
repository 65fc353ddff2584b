import { foldText } from '../lib/fold-text.ts'

/** A time zone (IANA) as an option; `search` is what typed text is compared with. */
export interface ZoneChoice {
  zone: string
  /** "Europe / London" */
  label: string
  search: string
}

/** Lower case without accents, separators as spaces. */
const normalize = (text: string): string => foldText(text.replace(/[_/]+/g, ' ')).trim()

/** Current names of zones that some browsers list under an old name (IANA `backward`). */
const currentNames: Record<string, string> = {
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** "Europe / London" */
export const zoneLabel = (zone: string): string => zone.replaceAll('_', ' ').replaceAll('/', ' / ')

/** Every zone that this browser knows, the current value (empty: none) and the visitor's zone first. */
export function zoneChoices(visitorZone: string, value: string): ZoneChoice[] {
  const known = Intl.supportedValuesOf('timeZone').map(zone => currentNames[zone] ?? zone)
  return [...new Set([value || visitorZone, visitorZone, ...known, 'UTC'])].map(zone => ({
    zone,
    label: zoneLabel(zone),
    search: normalize(zone),
  }))
}

/**
 * The zones whose name contains every word of the query. Names with a word that starts with the last one
 * come first.
 */
export function findZones(choices: readonly ZoneChoice[], query: string): ZoneChoice[] {
  const words = normalize(query).split(' ').filter(Boolean)
  if (words.length === 0) return [...choices]
  const found = choices.filter(choice => words.every(word => choice.search.includes(word)))
  const last = words.at(-1) ?? ''
  const rank = ({ search }: ZoneChoice) => (search.split(' ').some(word => word.startsWith(last)) ? 0 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b))
}
