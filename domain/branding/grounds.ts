/** The tokens of the pages that accents are seen on or next to, from web/ui/tokens.css. */
export const grounds = {
  light: { paper: '#f6f1e6', sheet: '#fffdf7', raised: '#fffefb', sunken: '#ece5d5' },
  dark: { paper: '#141a19', sheet: '#1c2423', raised: '#232d2b', sunken: '#0f1413' },
} as const
/** The page's colour scheme, by which its grounds differ. */
export type Scheme = keyof typeof grounds
