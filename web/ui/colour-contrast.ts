import type { CSSProperties } from 'react'
import { channels, contrast } from '#domain/branding/contrast.ts'
import { grounds } from '#domain/branding/grounds.ts'

const minContrast = 3 // WCAG 1.4.11: graphics stand out by 3 to 1

/** CSS variables `--colour-light` and `--colour-dark`: the colour with enough contrast on either surface. */
export function readableColourStyle(colour: string): CSSProperties {
  return {
    '--colour-light': shift(colour, grounds.light.sheet, [0, 0, 0]),
    '--colour-dark': shift(colour, grounds.dark.sheet, [255, 255, 255]),
  } as CSSProperties
}

/** The colour, mixed until it has enough contrast with the sheet. */
export function shift(colour: string, sheet: string, towards: readonly number[]): string {
  const from = channels(colour)
  for (let share = 0; share < 1; share += 0.1) {
    const mixed = hex(from.map((channel, index) => channel + ((towards[index] ?? 0) - channel) * share))
    if (contrast(mixed, sheet) >= minContrast) return mixed
  }
  return hex(towards)
}

const hex = (list: readonly number[]): string => `#${list.map(channel => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
