import { formatTime, formatZone } from '../lib/time.ts'

export interface ZoneChoice {
  zone: string
  /** "Europe / London" */
  label: string
  search: string
}

/** Letters without their accents, separators as spaces, so that people find what they type. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[_/]+/g, ' ')
    .toLowerCase()
    .trim()

/** Browsers list some zones under names that their cities have left behind (IANA `backward`). */
const today: Record<string, string> = {
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

/** Every zone that this browser knows, the chosen one and its own first. */
export function zoneChoices(here: string, also: string): ZoneChoice[] {
  const known = Intl.supportedValuesOf('timeZone').map(zone => today[zone] ?? zone)
  return [...new Set([also, here, ...known, 'UTC'])].map(zone => ({
    zone,
    label: zone.replaceAll('_', ' ').replaceAll('/', ' / '),
    search: plain(zone),
  }))
}

/** Those whose name has every word that was typed; a city that begins so comes before one that only contains it. */
export function findZones(choices: readonly ZoneChoice[], typed: string): ZoneChoice[] {
  const words = plain(typed).split(' ').filter(Boolean)
  if (words.length === 0) return [...choices]
  const found = choices.filter(choice => words.every(word => choice.search.includes(word)))
  const first = words.at(-1) ?? ''
  const rank = ({ search }: ZoneChoice) => (search.split(' ').some(word => word.startsWith(first)) ? 0 : 1)
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** "London time, now 15:30" */
export const formatZoneNow = (zone: string, now: Date): { name: string; time: string } => ({
  name: formatZone(zone),
  time: formatTime(now.toISOString(), zone),
})
