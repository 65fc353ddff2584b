import type { HtmlTagDescriptor, Plugin } from 'vite'

/** Asks for the typeface and for the booking page's code together with the page, instead of one after the other. */
export function preloads(): Plugin {
  return {
    name: 'openhour:preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const fonts = Object.keys(bundle).filter(file => /figtree-latin-wght-normal.*\.woff2$/.test(file))
        const booking = Object.values(bundle).find(file => file.type === 'chunk' && file.facadeModuleId?.endsWith('/pages/booking.tsx'))
        return [
          ...fonts.map(file => link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' })),
          // Most visits begin at / or lead there; elsewhere it waits for what matters more.
          ...(booking ? [link({ rel: 'modulepreload', fetchpriority: 'low', href: `/${booking.fileName}`, crossorigin: '' })] : []),
        ]
      },
    },
  }
}

const link = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'link', injectTo: 'head', attrs })
