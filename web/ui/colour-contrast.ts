import type { CSSProperties } from 'react'
import { channels, contrast } from '#domain/branding/contrast.ts'

/** The light and dark surface (tokens.css --sheet). */
const sheets = { light: '#fffdf7', dark: '#1c2423' }
const minContrast = 3 // WCAG 1.4.11: graphics stand out by 3 to 1

/** CSS variables `--colour-light` and `--colour-dark`: the colour with enough contrast on either surface. */
export function readableColourStyle(colour: string): CSSProperties {
  return {
    '--colour-light': shift(colour, sheets.light, [0, 0, 0]),
    '--colour-dark': shift(colour, sheets.dark, [255, 255, 255]),
  } as CSSProperties
}

/** The colour as shown on light and dark pages, its contrast there, and the contrast of the original. */
export function readableColour(
  colour: string,
  sheet: keyof typeof sheets,
): { shown: string; sheet: string; contrast: number; before: number } {
  const shown = shift(colour, sheets[sheet], sheet === 'light' ? [0, 0, 0] : [255, 255, 255])
  return { shown, sheet: sheets[sheet], contrast: contrast(shown, sheets[sheet]), before: contrast(colour, sheets[sheet]) }
}

function shift(colour: string, sheet: string, towards: readonly number[]): string {
  const from = channels(colour)
  for (let share = 0; share < 1; share += 0.1) {
    const mixed = hex(from.map((channel, index) => channel + ((towards[index] ?? 0) - channel) * share))
    if (contrast(mixed, sheet) >= minContrast) return mixed
  }
  return hex(towards)
}

const hex = (list: readonly number[]): string => `#${list.map(channel => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
