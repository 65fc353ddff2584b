import { brandStyles, type Branding } from '#domain/branding/brand-styles.ts'

let sheet: CSSStyleSheet | undefined

/** Shows a branding that was just saved on this page, in place of the one the page came with. */
export function applyBranding(branding: Branding): void {
  document.getElementById('own-styles')?.remove()
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(brandStyles(branding))
}
