import { accentShades, standardAccent } from '#domain/branding/accent-shades.ts'
import { grounds } from '#domain/branding/grounds.ts'
import type { Branding } from '#domain/branding/brand-styles.ts'
import { logoSize, logoUrl } from '#domain/branding/logo.ts'
import type { LetterStyle } from './render-letter.ts'

/** In pixels. */
const [maxWidth, maxHeight] = [200, 48]

/** How letters of this branding look. `preview`: on a page, which reads the logo by its address. */
export function chooseLetterStyle(branding: Branding, { preview = false } = {}): LetterStyle {
  const { accent, 'on-accent': text } = branding.accent === null ? standardAccent : accentShades(branding.accent).light
  const id = branding.logo_light ?? branding.logo_dark
  return { button: { background: accent, text }, logo: id === null ? null : placeLogo(id) }

  function placeLogo(logo: string) {
    const { width, height } = logoSize(logo)
    const scale = Math.min(1, maxWidth / width, maxHeight / height)
    return {
      src: preview ? logoUrl(logo) : 'cid:logo',
      ground: grounds[branding.logo_light === null ? 'dark' : 'light'].sheet,
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    }
  }
}
