import type { HtmlTagDescriptor, Plugin } from 'vite'

/** Preloads the font with the page instead of after its styles. */
export function preloads(): Plugin {
  return {
    name: 'openhour:preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter(file => /figtree-latin-wght-normal.*\.woff2$/.test(file))
          .map(font),
    },
  }
}

const font = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  injectTo: 'head',
  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
})
