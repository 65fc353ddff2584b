import type { HtmlTagDescriptor, Plugin } from 'vite'

/** Asks for the typeface together with the page, and at / for the booking page's code, instead of one after the other. */
export function preloads(): Plugin {
  return {
    name: 'openhour:preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const nonce = /nonce="([^"]+)"/.exec(html)?.[1] ?? ''
        const fonts = Object.keys(bundle).filter(file => /figtree-latin-wght-normal.*\.woff2$/.test(file))
        const booking = Object.values(bundle).find(file => file.type === 'chunk' && file.facadeModuleId?.endsWith('/pages/booking.tsx'))
        return [...fonts.map(preloadFont), ...(booking ? [preloadAt('/', booking.fileName, nonce)] : [])]
      },
    },
  }
}

const preloadFont = (file: string): HtmlTagDescriptor => ({
  tag: 'link',
  injectTo: 'head',
  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
})

const preloadAt = (path: string, file: string, nonce: string): HtmlTagDescriptor => ({
  tag: 'script',
  injectTo: 'head',
  attrs: { nonce },
  children: `if(location.pathname==='${path}'){const link=document.createElement('link');link.rel='modulepreload';link.href='/${file}';document.head.append(link)}`,
})
