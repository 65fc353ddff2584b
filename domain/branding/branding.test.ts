import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentShades, standardAccent } from './accent-shades.ts'
import { grounds, type Scheme } from './grounds.ts'
import { brandStyles } from './brand-styles.ts'
import { isColour } from './colour.ts'
import { contrast } from './contrast.ts'
import { logoSize } from './logo.ts'

const css = readFileSync(new URL('../../web/ui/tokens.css', import.meta.url), 'utf8')
const token = (name: string, scheme: Scheme): string => {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? []
  const colour = scheme === 'light' ? light : dark
  if (!colour) throw new Error(`tokens.css has no --${name}`)
  return colour
}
const schemes = ['light', 'dark'] as const
const surfaces = ['paper', 'sheet', 'raised', 'sunken'] as const
const colours = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)

/** Every pair of texts and grounds that pages make of the accent's tokens. */
function contrastsOf(colour: string): [string, number][] {
  const shades = accentShades(colour)
  return schemes.flatMap(scheme => {
    const { accent, 'accent-strong': strong, 'on-accent': on, 'accent-soft': soft, 'accent-ink': ink } = shades[scheme]
    const pairs: [string, string, string][] = [
      ...surfaces.flatMap((name): [string, string, string][] => [
        [`accent on ${name}`, accent, token(name, scheme)],
        [`accent-ink on ${name}`, ink, token(name, scheme)],
      ]),
      ['on-accent on accent', on, accent],
      ['on-accent on accent-strong', on, strong],
      ['accent-ink on accent-soft', ink, soft],
      ['accent-strong on accent-soft', strong, soft],
      ['ink on accent-soft', token('ink', scheme), soft],
      ['ink-soft on accent-soft', token('ink-soft', scheme), soft],
    ]
    return pairs.map(([what, one, other]): [string, number] => [`${scheme}: ${what}`, contrast(one, other)])
  })
}

describe('accentShades', () => {
  it('knows the colours of tokens.css', () => {
    for (const scheme of schemes) for (const name of surfaces) expect(grounds[scheme][name]).toBe(token(name, scheme))
    expect(standardAccent).toEqual({ accent: token('accent', 'light'), 'on-accent': token('on-accent', 'light') })
  })

  it('makes readable text of every colour, on every ground in both schemes', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(colours, colour => {
        expect(contrastsOf(colour).filter(([, ratio]) => ratio < 4.5)).toEqual([])
      }),
      { numRuns: 2000, examples: ['#ffff00', '#fff3b0', '#ffffff', '#000000', '#ff0000', '#0000ff', '#808080'].map(one => [one]) },
    )
  })

  it('shows a pressed button differently, and keeps a colour that is readable', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(colours, colour => {
        const { light, dark } = accentShades(colour)
        for (const { accent, 'accent-strong': strong } of [light, dark]) expect(contrast(strong, accent)).toBeGreaterThan(1.1)
      }),
      { numRuns: 200, examples: [['#ffffff'], ['#000000']] },
    )
    expect(accentShades('#0d6658').light.accent).toBe('#0d6658')
    expect(accentShades('#fff3b0').dark.accent).toBe('#fff3b0')
  })

  // Order: accent, accent-strong, on-accent, accent-soft, accent-ink, accent-line.
  it.each([
    ['#000000', '#000000 #161616 #fffdf7 #e6e6e6 #000000 #bebebe', '#ffffff #e4e4e4 #1d1d1d #303030 #ffffff #555555'],
    ['#ffffff', '#000000 #161616 #fffdf7 #e6e6e6 #000000 #bebebe', '#ffffff #e4e4e4 #1d1d1d #303030 #ffffff #555555'],
    ['#222222', '#222222 #363636 #fffdf7 #e6e6e6 #222222 #bebebe', '#969696 #aeaeae #1d1d1d #303030 #cecece #555555'],
    ['#0000ff', '#0000ff #0400d0 #fffdf7 #dae7fe #0500f3 #aabee5', '#568eff #7eacff #141d2d #263045 #aeceff #445577'],
    ['#ffff00', '#6b6a00 #545300 #fffdf7 #e7e9ce #525100 #c0c295', '#ffff00 #e5e400 #1e1e0a #31321a #ffff00 #575830'],
    ['#c2185b', '#c2185b #a50045 #fffdf7 #fcdde3 #96003e #e1aeb8', '#fc5889 #ff82a5 #2b161a #42282d #ffafc3 #724750'],
  ])('gives an organisation with %s the colours that it had', (colour, light, dark) => {
    const shades = accentShades(colour)
    expect([shades.light, shades.dark].map(scheme => Object.values(scheme).join(' '))).toEqual([light, dark])
  })
})

// The values of WCAG's formula, for the first as text on the second.
it.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ff0000', '#ffffff', 4],
  ['#00ff00', '#ffffff', 1.37],
  ['#0000ff', '#ffffff', 8.59],
  ['#ffffff', '#010101', 20.87],
  ['#123456', '#123456', 1],
])('the contrast of %s on %s is %d', (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 2)
})

it.each([
  ['#1a2b3c', true],
  [' #1A2B3C ', true],
  ['1a2b3c', false],
  ['##1a2b3c', false],
  ['#1a2b3c4', false],
  ['#1a2', false],
  ['#1a2b3g', false],
])('%j as a colour: %s', (text, expected) => {
  expect(isColour(text)).toBe(expected)
})

it('gives a logo with an unknown id, or without height, a size that can be divided by', () => {
  expect(['unknown', `${'a'.repeat(32)}-10x0`, `${'a'.repeat(32)}-640x120`].map(logoSize)).toEqual([
    { width: 1, height: 1 },
    { width: 10, height: 1 },
    { width: 640, height: 120 },
  ])
})

describe('brandStyles', () => {
  const none = { accent: null, logo_light: null, logo_dark: null }
  const symbol = `${'a'.repeat(32)}-160x160`
  const wordmark = `${'b'.repeat(32)}-640x120`

  it('is empty for the product’s own', () => {
    expect(brandStyles(none)).toBe('')
  })

  it('sets the accent of each scheme, and on paper that of light pages', () => {
    const { light, dark } = accentShades('#fff3b0')
    const styles = brandStyles({ ...none, accent: '#fff3b0' })
    expect(styles).toMatch(new RegExp(`^:root{--accent:${light.accent};`))
    expect(styles).toContain(`@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){--accent:${dark.accent};`)
    expect(styles).toContain(`@media screen{:root[data-theme=dark]{--accent:${dark.accent};`)
    expect(styles).not.toContain('logo')
    expect(styles).toMatch(/^:root\{[^{}]*\}@media screen and [^{}]*\{:root[^{}]*\{[^{}]*\}\}@media screen\{:root[^{}]*\{[^{}]*\}\}$/)
  })

  it('shows the logo of the scheme, and a wide one instead of the name', () => {
    const styles = brandStyles({ ...none, logo_light: symbol, logo_dark: wordmark })
    expect(styles).toContain(`:root{--logo:url("/api/logos/${symbol}");--logo-ratio:1.000;--logo-plate:transparent;--logo-pad:0}`)
    expect(styles).toContain(
      `:root[data-theme=dark]{--logo:url("/api/logos/${wordmark}");--logo-ratio:5.333;--logo-plate:transparent;--logo-pad:0}`,
    )
    expect(styles).toMatch(/\}\}svg\[data-logo\]\[data-logo\]\{[^{}]*background:var\(--logo\)[^{}]*\}svg\[data-logo\]>\*\{display:none\}$/)
    expect(brandStyles({ ...none, logo_light: `${'c'.repeat(32)}-249x100` })).not.toContain('+span')
    expect(brandStyles({ ...none, logo_light: `${'c'.repeat(32)}-250x100` })).toContain('+span')
    expect(brandStyles({ ...none, logo_light: wordmark })).toContain('svg[data-logo]+span{display:none}')
  })

  it('gives the only logo the ground it was made for', () => {
    const only = brandStyles({ ...none, logo_light: symbol })
    expect(only).toContain(
      `:root[data-theme=dark]{--logo:url("/api/logos/${symbol}");--logo-ratio:1.000;--logo-plate:#fffdf7;--logo-pad:.375rem}`,
    )
    expect(brandStyles({ ...none, logo_dark: symbol })).toContain('--logo-plate:#1c2423')
  })
})
