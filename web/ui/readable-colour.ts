import { contrast } from '#domain/branding/contrast.ts'
import { grounds, type Scheme } from '#domain/branding/grounds.ts'
import { shift } from './colour-contrast.ts'

/** The colour as shown on light and dark pages, its contrast there, and the contrast of the original. */
export function readableColour(colour: string, sheet: Scheme): { shown: string; sheet: string; contrast: number; before: number } {
  const shown = shift(colour, grounds[sheet].sheet, sheet === 'light' ? [0, 0, 0] : [255, 255, 255])
  return {
    shown,
    sheet: grounds[sheet].sheet,
    contrast: contrast(shown, grounds[sheet].sheet),
    before: contrast(colour, grounds[sheet].sheet),
  }
}
