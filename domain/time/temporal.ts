/** The one place that names the Temporal implementation, so that a browser with its own can be built without the polyfill. */
export { Temporal } from 'temporal-polyfill'
