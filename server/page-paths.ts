import { pages } from '#contract/pages.ts'

const patterns = Object.values(pages).map(({ path }) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`))

/**
 * Whether a path is one of the product's pages; any other path is answered with 404 and the page that says so.
 * Redirects between pages (such as /terms-and-conditions) run in the browser and count as pages.
 */
export const isPagePath = (path: string): boolean => patterns.some(pattern => pattern.test(path))
