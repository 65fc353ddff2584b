import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compressed } from './compress.ts'
import { compiledMessages } from './messages/compile.ts'
import { preloads } from './preload.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  plugins: [react(), compiledMessages(), preloads(), compressed()],
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
    // What the first page needs comes in one file; left alone, it is cut into dozens that other pages share. The rest splits by route.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] } } },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': 'http://127.0.0.1:3000' } },
})
