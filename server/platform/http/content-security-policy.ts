import { createHash } from 'node:crypto'

/** The placeholder for the nonce in a page. */
export const placeholder = '__CSP_NONCE__'

interface Allowed {
  styles?: readonly string[]
  scripts?: readonly string[]
  /** The websites that may show the page in a frame: origins, checked when they were set. */
  ancestors?: readonly string[]
}

/** Nothing from other sites. Inline content only with this response's nonce or its own hash. */
export function contentSecurityPolicy({ styles = [], scripts = [], ancestors = [] }: Allowed): string {
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
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
  ].join('; ')
}

/** The CSP hash of an inline text. */
export const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
