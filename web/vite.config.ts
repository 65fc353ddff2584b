import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compileAhead } from './compile-ahead.ts'
import { compressed } from './compress.ts'
import { languageCopies } from './language-copies.ts'
import { leanFonts } from './lean-fonts.ts'
import { messageParts } from './message-parts.ts'
import { preloads } from './preload.ts'
import { sharedFiles } from './shared-files.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A build with little but pseudo-languages (web/language-copies.ts) is sent to this machine alone. */
const isForTests = process.env.OPENHOUR_PSEUDO_LANGUAGES === 'only'

export default defineConfig(({ isSsrBuild, command }) => ({
  root: here('.'),
  plugins: [
    react(),
    messageParts(),
    ...(isSsrBuild ? [] : [compileAhead()]),
    languageCopies(),
    ...(isSsrBuild ? [] : [leanFonts(), preloads(), ...(isForTests ? [] : [compressed()])]),
  ],
  // The server replaces this with a new nonce in every response.
  html: { cspNonce: '__CSP_NONCE__' },
  resolve: {
    alias: [
      // React has this hook; the shim is for older versions.
      { find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/, replacement: 'use-sync-external-store/with-selector' },
      // domain/time imports temporal-polyfill; browsers with a native Temporal use that.
      ...(isSsrBuild ? [] : [{ find: /^temporal-polyfill$/, replacement: here('./lib/temporal.ts') }]),
    ],
  },
  // Short class names save 0.3 kB of the first page; the development server has readable ones.
  ...(command === 'build' && { css: { modules: { generateScopedName: '[hash:base64:5]' } } }),
  // One bundle: rendering on the server needs no node_modules.
  ssr: { noExternal: true },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    cssMinify: true,
    // Inlined data: URLs would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    // Every browser that supports light-dark() supports modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // No package of ours has getters with side effects. Their warnings are for developers: 0.5 kB of the first
      // page.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false, manualPureFunctions: ['console.warn'] },
      output: {
        // The first file lists all others: short names save 0.7 kB of it.
        ...(!isSsrBuild && {
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[hash:7].js',
          assetFileNames: ({ names: [name = ''] }) =>
            name.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash:7][extname]',
        }),
        codeSplitting: { groups: sharedFiles() },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': `http://127.0.0.1:${process.env.PORT ?? 3000}` } },
}))
