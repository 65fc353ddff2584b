/** The product's version, as the API's description tells it. */
export const version = '0.1.0'
