import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compiledMessages } from './messages/compile.ts'
import { preloadedFont } from './ui/preload-font.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  plugins: [react(), compiledMessages(), preloadedFont()],
  // The server replaces this with a fresh nonce in every answer (decision: strict Content-Security-Policy, no unsafe-inline).
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    // domain/time imports temporal-polyfill; in the browser that is the native Temporal where there is one.
    alias: [{ find: /^temporal-polyfill$/, replacement: here('./lib/temporal.ts') }],
  },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    cssMinify: true,
    // Inlined data: URLs would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What changes rarely, in one file that browsers keep; the rest splits by route.
          groups: [{ name: 'foundation', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|@lingui)[\\/]/ }],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': 'http://127.0.0.1:3000' } },
})
