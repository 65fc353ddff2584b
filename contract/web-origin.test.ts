import { expect, it } from 'vitest'
import { isWebOrigin } from './web-origin.ts'

it.each([
  'https://example.org',
  'https://www.example.org',
  'https://example.org:8443',
  'https://xn--bcher-kva.example',
  'http://localhost:8080',
])('%s is one website', text => expect(isWebOrigin(text)).toBe(true))

it.each([
  '*',
  'https:',
  'https://*',
  'https://*.example.org',
  'https://example.org/',
  'https://example.org/page',
  'https://example.org?',
  'https://example.org:443',
  'https://EXAMPLE.org',
  'https://example.org https://evil.example',
  "https://example.org;script-src 'unsafe-inline'",
  'https://example.org;',
  'https://example.org,https://evil.example',
  'https://example.org@evil.example',
  'https://user:word@example.org',
  'https://example.org\n',
  'https://bücher.example',
  'https://localhost',
  'https://127.0.0.1',
  'https://example',
  'http://example.org',
  'http://localhost.example.org',
  'ftp://example.org',
  'javascript:alert(1)',
  'data:text/html,x',
  'null',
  "'self'",
  'file://',
  '',
  `https://${'a'.repeat(200)}.example`,
])('%j is not', text => expect(isWebOrigin(text)).toBe(false))
