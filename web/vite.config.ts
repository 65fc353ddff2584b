import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compressed } from './compress.ts'
import { compiledMessages } from './messages/compile.ts'
import { preloads } from './preload.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig(({ isSsrBuild }) => ({
  root: here('.'),
  plugins: [react(), compiledMessages(), ...(isSsrBuild ? [] : [preloads(), compressed()])],
  // The server replaces this with a fresh nonce in every answer (decision: strict Content-Security-Policy, no unsafe-inline).
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    // domain/time imports temporal-polyfill; in the browser that is the native Temporal where there is one.
    alias: isSsrBuild ? [] : [{ find: /^temporal-polyfill$/, replacement: here('./lib/temporal.ts') }],
  },
  // All in one: what is drawn on the server needs nothing of node_modules.
  ssr: { noExternal: true },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    cssMinify: true,
    // Inlined data: URLs would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    // Every browser that knows our colours (light-dark) knows this by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Reading a property does nothing else in any package of ours: what is read and not used may go.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      // What the first page needs comes in one file; left alone, it is cut into dozens that other pages share. The rest splits by route.
      output: {
        // It also names every other file: names that tell nobody anything were 0.7 kB of it, and nothing makes hashes smaller than writing less of them.
        ...(!isSsrBuild && {
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
        }),
        codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
}))
