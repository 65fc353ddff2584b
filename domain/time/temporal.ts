/**
 * The only import of the Temporal implementation, so that a build for browsers with native Temporal can
 * omit the polyfill.
 */
export { Temporal } from 'temporal-polyfill'
