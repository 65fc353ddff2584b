declare global {
  var __webpack_nonce__: string | undefined
}

/** The nonce of this answer's Content-Security-Policy, for the few styles that are made at run time. */
export const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// react-remove-scroll (inside Mantine's modals) reads it from here.
globalThis.__webpack_nonce__ = styleNonce()
