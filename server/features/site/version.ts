/** The product's version in the API's description. */
export const version = '0.1.0'
