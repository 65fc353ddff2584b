import { createHash } from 'node:crypto'

/** Stands in a page for the nonce of the answer it is sent in. */
export const placeholder = '__CSP_NONCE__'

/** Nothing from elsewhere, and inline only what is named: by this answer's nonce or by its own hash. */
export function contentSecurityPolicy({ styles = [], scripts = [] }: { styles?: readonly string[]; scripts?: readonly string[] }): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What names one inline text, and no other. */
export const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
