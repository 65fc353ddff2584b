import { t, type MessageId } from '../lib/messages.ts'

/** Lower bounds of the hues in degrees. */
const hues: readonly (readonly [number, MessageId])[] = [
  [0, 'colour.red'],
  [16, 'colour.orange'],
  [40, 'colour.yellow'],
  [68, 'colour.green'],
  [160, 'colour.teal'],
  [192, 'colour.blue'],
  [255, 'colour.purple'],
  [300, 'colour.pink'],
  [342, 'colour.red'],
]

/** Approximate English name of a colour (`#rrggbb`). */
export function nameColour(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(start => (Number.parseInt(colour.slice(start, start + 2), 16) || 0) / 255)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [light, spread] = [(most + least) / 2, most - least]
  if (light > 0.95) return t('colour.white')
  if (light < 0.08) return t('colour.black')
  const shade = (name: string) =>
    light > 0.78 ? t('colour.light', { name: name.toLowerCase() }) : light < 0.28 ? t('colour.dark', { name: name.toLowerCase() }) : name
  if (spread < 0.08) return shade(t('colour.grey'))
  const turn = most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  const degrees = (turn * 60 + 360) % 360
  return shade(t(hues.findLast(([from]) => degrees >= from)?.[1] ?? 'colour.red'))
}

/** Names of several colours; equal names get a number. */
export function nameColours(colours: readonly string[]): string[] {
  const names = colours.map(nameColour)
  return names.map((name, index) => {
    const before = names.slice(0, index).filter(other => other === name).length
    return before === 0 ? name : t('colour.another', { name, number: before + 1 })
  })
}
