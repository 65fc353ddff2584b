import { brandStyles, type Branding } from './brand-styles.ts'

/** Countries that print on Letter (CLDR, paperSize); all others print on A4, as ui/base.css says. */
const letterCountries = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ')

/** The stylesheet of an organisation, after the product's own: branding and size of paper. */
export const ownStyles = ({ phone_country, ...branding }: Branding & { phone_country: string }): string =>
  brandStyles(branding) + (letterCountries.includes(phone_country) ? '@page{size:letter}' : '')
