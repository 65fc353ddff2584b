import type { PageAddress } from '#contract/pages.ts'
import { paths } from '../../lib/paths.ts'

/** The address of the booking page, for links outside this site. */
export const bookingAddress = (page: PageAddress = paths.booking()): string => `${location.origin}${page}`
