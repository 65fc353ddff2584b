import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast } from '#domain/branding/contrast.ts'
import { readableColourStyle } from './colour-contrast.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const token = (name: string, mode: 'light' | 'dark') => {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? []
  const colour = mode === 'light' ? light : dark
  if (!colour) throw new Error(`tokens.css has no --${name}`)
  return colour
}

/** WCAG 2.2 AA: 4.5 for text, 3 for the edges of controls. */
const texts = ['paper', 'sheet', 'raised', 'sunken'].flatMap(under =>
  ['ink', 'ink-soft', 'accent-ink', 'bad'].map(over => [over, under, 4.5] as const),
)
const pairs = [
  ...texts,
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['accent-ink', 'accent-soft', 4.5],
  ['ink', 'accent-soft', 4.5],
  ['ink-soft', 'accent-soft', 4.5],
  ['accent-strong', 'accent-soft', 4.5],
  ['warm-ink', 'warm-soft', 4.5],
  ['ink', 'warm-soft', 4.5],
  ['good', 'good-soft', 4.5],
  ['ink', 'good-soft', 4.5],
  ['bad', 'bad-soft', 4.5],
  ['ink', 'bad-soft', 4.5],
  ['note', 'note-soft', 4.5],
  ['ink', 'note-soft', 4.5],
  ['line-strong', 'paper', 3],
  ['line-strong', 'raised', 3],
  ['line-strong', 'sheet', 3],
  ['accent', 'paper', 3],
  ['warm', 'sheet', 3],
] as const

describe.each(['light', 'dark'] as const)('%s', mode => {
  test.each(pairs)('%s on %s stands out by %d', (over, under, least) => {
    expect(contrast(token(over, mode), token(under, mode))).toBeGreaterThanOrEqual(least)
  })

  test.each(['#ffffff', '#ffff00', '#2f7d6d', '#000000'])('a support type of %s can be seen on a sheet', colour => {
    const shown = (readableColourStyle(colour) as Record<string, string>)[`--colour-${mode}`]
    expect(contrast(shown ?? '', token('sheet', mode))).toBeGreaterThanOrEqual(3)
  })
})
