import type { Settings } from '#contract/settings.ts'

let sheet: CSSStyleSheet | undefined

/** Shows the organisation's styles that were just saved on this page, in place of those the page came with. */
export async function applyOwnStyles(settings: Settings): Promise<void> {
  const { ownStyles } = await import('#domain/branding/own-styles.ts')
  document.getElementById('own-styles')?.remove()
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(ownStyles(settings))
}
