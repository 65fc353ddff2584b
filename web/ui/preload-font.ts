import type { Plugin } from 'vite'

/** Asks for the typeface together with the page instead of after its styles. */
export function preloadedFont(): Plugin {
  return {
    name: 'openhour:font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter(file => /figtree-latin-wght-normal.*\.woff2$/.test(file))
          .map(file => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          })),
    },
  }
}
