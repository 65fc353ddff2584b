import { accentShades, type Shades } from './accent-shades.ts'
import { grounds, type Scheme } from './grounds.ts'
import { logoSize, logoUrl } from './logo.ts'

/** What an organisation has chosen; null: the product's own. */
export interface Branding {
  /** `#rrggbb` */
  accent: string | null
  logo_light: string | null
  logo_dark: string | null
}

/** A logo that contains the name: at least this many times as wide as high. */
const minWordmarkRatio = 2.5

/**
 * The stylesheet of a branding, after the product's own (tokens.css, brand.module.css). Empty where all is
 * the product's own. A logo that is missing for a scheme is the other one, on its own ground.
 */
export function brandStyles({ accent, logo_light, logo_dark }: Branding): string {
  const logo = logo_light ?? logo_dark
  if (accent === null && logo === null) return ''
  const shades = accent === null ? null : accentShades(accent)
  const [light, dark] = [
    [...tokens(shades?.light), ...logoVariables(logo_light, logo_dark, 'dark')].join(';'),
    [...tokens(shades?.dark), ...logoVariables(logo_dark, logo_light, 'light')].join(';'),
  ]
  // As the build writes light-dark(), for browsers without it. Paper is light.
  return [
    `:root{${light}}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}`,
    `@media screen{:root[data-theme=dark]{${dark}}}`,
    logo === null ? '' : logoRules(logo),
  ].join('')
}

const tokens = (shades: Shades | undefined): string[] => Object.entries(shades ?? {}).map(([name, colour]) => `--${name}:${colour}`)

const logoVariables = (own: string | null, other: string | null, ground: Scheme): string[] => {
  const id = own ?? other
  return id === null
    ? []
    : [
        `--logo:url("${logoUrl(id)}")`,
        `--logo-ratio:${ratioOf(id)}`,
        `--logo-plate:${own === null ? grounds[ground].sheet : 'transparent'}`,
        `--logo-pad:${own === null ? '.375rem' : '0'}`,
      ]
}

/** The product's own drawing gives way to the picture, which is decoration next to the name in the link. */
const logoRules = (id: string): string =>
  [
    // Twice, because styles of lazily loaded parts come later.
    'svg[data-logo][data-logo]{width:calc(var(--logo-height,2.5rem)*var(--logo-ratio));height:var(--logo-height,2.5rem);min-width:1.5rem;max-width:var(--logo-max,min(12rem,28vw));padding:var(--logo-pad);border-radius:.375rem;flex:none;background:var(--logo) center/contain no-repeat content-box border-box var(--logo-plate);print-color-adjust:exact;-webkit-print-color-adjust:exact}',
    'svg[data-logo]>*{display:none}',
    Number(ratioOf(id)) >= minWordmarkRatio ? wordmarkRules : '',
  ].join('')

/** In place of the name; on a phone the menu gets a row of its own below. */
const wordmarkRules =
  'svg[data-logo]+span{display:none}@media (max-width:34em){svg[data-logo][data-logo]{max-width:var(--logo-max,45vw)}header:has(svg[data-logo][data-logo]){grid-template-columns:minmax(0,1fr) auto}header:has(svg[data-logo][data-logo])>nav{grid-row:2;grid-column:1/-1;margin-inline:-.25rem}}'

function ratioOf(id: string): string {
  const { width, height } = logoSize(id)
  return (width / height).toFixed(3)
}
