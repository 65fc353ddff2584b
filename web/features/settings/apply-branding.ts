import type { Branding } from '#domain/branding/brand-styles.ts'

let sheet: CSSStyleSheet | undefined

/** Shows a branding that was just saved on this page, in place of the one the page came with. */
export async function applyBranding(branding: Branding): Promise<void> {
  const { brandStyles } = await import('#domain/branding/brand-styles.ts')
  document.getElementById('own-styles')?.remove()
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(brandStyles(branding))
}
