import { OKLCH, sRGB, to } from 'colorjs.io/fn'
import { channels, contrast } from './contrast.ts'
import { grounds, type Scheme } from './grounds.ts'

/** The accent of an organisation that has chosen none, as light pages and e-mails show it. */
export const standardAccent = { accent: '#0d6658', 'on-accent': '#fffdf7' } as const

/** The tokens that follow from an accent, by name, each `#rrggbb`. */
export type Shades = Record<'accent' | 'accent-strong' | 'on-accent' | 'accent-soft' | 'accent-ink' | 'accent-line', string>

/** WCAG 2.2 AA for text (1.4.3). Edges and rings need 3 (1.4.11), which these have too. */
export const minTextContrast = 4.5
const lightnessStep = 0.02

/**
 * The shades of an accent (`#rrggbb`) for light and dark pages. Hue and colourfulness stay; lightness moves
 * until text is readable: on every ground, on the soft shade, and on buttons.
 */
export function accentShades(colour: string): Record<Scheme, Shades> {
  const [lightness, chroma, hue] = to({ space: sRGB, coords: coordsOf(colour), alpha: 1 }, OKLCH).coords
  const shade = (at: number, maxChroma = Infinity) => toHex(at, Math.min(chroma ?? 0, maxChroma), hue ?? 0)
  /** The first shade from a lightness on that has enough contrast with all of these. */
  const walk = (from: number, step: number, against: readonly string[]): { at: number; shade: string } => {
    // Stryker disable next-line EqualityOperator: at 0 and 1 are the shades below
    for (let at = from; at > 0 && at < 1; at += step) {
      const found = shade(at)
      // Stryker disable next-line EqualityOperator: a contrast of exactly so much is chance
      if (against.every(other => contrast(found, other) >= minTextContrast)) return { at, shade: found }
    }
    // Stryker disable next-line EqualityOperator: no step is 0
    return step < 0 ? { at: 0, shade: '#000000' } : { at: 1, shade: '#ffffff' }
  }
  const chosen = lightness ?? 0
  return {
    light: derive('light', { onAccent: standardAccent['on-accent'], soft: shade(0.925, 0.035), line: shade(0.8, 0.06) }),
    dark: derive('dark', { onAccent: shade(0.23, 0.035), soft: shade(0.31, 0.04), line: shade(0.45, 0.06) }),
  }

  function derive(scheme: Scheme, { onAccent, soft, line }: Record<'onAccent' | 'soft' | 'line', string>): Shades {
    const under = Object.values(grounds[scheme])
    const [step, furthest] = scheme === 'light' ? [-lightnessStep, Math.min] : [lightnessStep, Math.max]
    const accent = walk(chosen, step, [...under, onAccent])
    const strong = walk(pressed(scheme, accent.at), step, [onAccent, soft])
    const ink = walk(furthest(accent.at, scheme === 'light' ? 0.42 : 0.85), step, [...under, soft])
    return {
      accent: accent.shade,
      'accent-strong': strong.shade,
      'on-accent': onAccent,
      'accent-soft': soft,
      'accent-ink': ink.shade,
      'accent-line': line,
    }
  }
}

/**
 * Lightness of a pressed button: darker on light pages, lighter on dark ones; the other way round where there is
 * hardly anything darker or lighter. Below 0.2 the eye sees black.
 */
function pressed(scheme: Scheme, at: number): number {
  const change = 4 * lightnessStep
  // Stryker disable next-line EqualityOperator: either will do in between
  if (scheme === 'light') return at < 0.3 ? Math.max(0.2, at + change) : at - change
  // Stryker disable next-line EqualityOperator: either will do in between
  return at > 0.9 ? at - change : at + change
}

const coordsOf = (colour: string): [number, number, number] => {
  const [red = 0, green = 0, blue = 0] = channels(colour).map(channel => channel / 255)
  return [red, green, blue]
}

function toHex(lightness: number, chroma: number, hue: number): string {
  const { coords } = to({ space: OKLCH, coords: [lightness, chroma, hue], alpha: 1 }, sRGB, { inGamut: true })
  return `#${coords.map(share => byte(share ?? 0)).join('')}`
}

const byte = (share: number) =>
  Math.round(Math.min(1, Math.max(0, share)) * 255)
    .toString(16)
    .padStart(2, '0')
