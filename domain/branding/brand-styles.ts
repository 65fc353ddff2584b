import { accentShades, grounds, type Scheme, type Shades } from './accent-shades.ts'

/** What an organisation has chosen; null: the product's own. */
export interface Branding {
  /** `#rrggbb` */
  accent: string | null
  logo_light: string | null
  logo_dark: string | null
}

/** The id of a logo: a hash of its content, its width and its height. */
const logoIdPattern = /^[0-9a-f]{32}-(\d{1,3})x(\d{1,3})$/

/** Where a logo is read. */
export const logoUrl = (id: string): string => `/api/logos/${id}`

/** A logo that contains the name: at least this many times as wide as high. */
const minWordmarkRatio = 2.5

/**
 * The stylesheet of a branding, after the product's own (tokens.css, brand.module.css). Empty where all is
 * the product's own. A logo that is missing for a scheme is the other one, on its own ground.
 */
export function brandStyles({ accent, logo_light, logo_dark }: Branding): string {
  const light = logo_light ?? logo_dark
  const dark = logo_dark ?? logo_light
  return [
    accent === null ? '' : `:root{${tokens(accentShades(accent))}}`,
    light && dark ? logoRules(variables(light, logo_light ? null : 'dark'), variables(dark, logo_dark ? null : 'light'), light) : '',
  ].join('')
}

const tokens = ({ light, dark }: Record<Scheme, Shades>): string =>
  (Object.keys(light) as (keyof Shades)[]).map(name => `--${name}:light-dark(${light[name]},${dark[name]})`).join(';')

const variables = (id: string, plate: Scheme | null): string =>
  `{--logo:url("${logoUrl(id)}");--logo-ratio:${ratioOf(id)};--logo-plate:${plate ? grounds[plate].sheet : 'transparent'}}`

/** The product's own drawing gives way to the picture, which is decoration next to the name in the link. */
const logoRules = (light: string, dark: string, id: string): string =>
  [
    `:root${light}`,
    `@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light])${dark}}`,
    `@media screen{:root[data-theme=dark]${dark}}`,
    // Twice, because styles of lazily loaded parts come later.
    'svg[data-logo][data-logo]{width:calc(var(--logo-height,2.5rem)*var(--logo-ratio));height:var(--logo-height,2.5rem);min-width:1.5rem;max-width:var(--logo-max,min(12rem,28vw));border-radius:.25rem;flex:none;background:var(--logo) center/contain no-repeat var(--logo-plate);print-color-adjust:exact;-webkit-print-color-adjust:exact}',
    'svg[data-logo]>*{display:none}',
    Number(ratioOf(id)) >= minWordmarkRatio ? 'svg[data-logo]+span{display:none}' : '',
  ].join('')

/** In pixels. */
export function logoSize(id: string): { width: number; height: number } {
  const [, width = '1', height = '1'] = logoIdPattern.exec(id) ?? []
  return { width: Math.max(1, Number(width)), height: Math.max(1, Number(height)) }
}

function ratioOf(id: string): string {
  const { width, height } = logoSize(id)
  return (width / height).toFixed(3)
}
