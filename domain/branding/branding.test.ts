import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentShades, standardAccent } from './accent-shades.ts'
import { grounds, type Scheme } from './grounds.ts'
import { brandStyles } from './brand-styles.ts'
import { contrast } from './contrast.ts'

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
        for (const { accent, 'accent-strong': strong } of [light, dark]) expect(strong).not.toBe(accent)
      }),
      { numRuns: 200, examples: [['#ffffff'], ['#000000']] },
    )
    expect(accentShades('#0d6658').light.accent).toBe('#0d6658')
    expect(accentShades('#fff3b0').dark.accent).toBe('#fff3b0')
  })
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
  })

  it('shows the logo of the scheme, and a wide one instead of the name', () => {
    const styles = brandStyles({ ...none, logo_light: symbol, logo_dark: wordmark })
    expect(styles).toContain(`:root{--logo:url("/api/logos/${symbol}");--logo-ratio:1.000;--logo-plate:transparent;--logo-pad:0}`)
    expect(styles).toContain(
      `:root[data-theme=dark]{--logo:url("/api/logos/${wordmark}");--logo-ratio:5.333;--logo-plate:transparent;--logo-pad:0}`,
    )
    expect(styles).not.toContain('+span')
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
