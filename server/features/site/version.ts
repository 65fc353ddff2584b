/** The product's version. */
export { version } from '../../../package.json'
