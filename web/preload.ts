import type { HtmlTagDescriptor, Plugin } from 'vite'
import type { languages } from '../contract/languages.ts'

type Direction = (typeof languages)[keyof typeof languages]['direction']

/** The fonts of ui/fonts.css that pages of a direction begin with. */
const fonts: Record<Direction, RegExp> = {
  ltr: /figtree-latin\.main-.*\.woff2$/,
  rtl: /(alexandria-arabic\.main|figtree-plain\.500)-.*\.woff2$/,
}

/** Preloads the fonts with the page instead of after its styles. */
export function preloads(): Plugin {
  return {
    name: 'openhour:preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        (Object.keys(fonts) as Direction[]).flatMap(direction =>
          Object.keys(bundle)
            .filter(file => fonts[direction].test(file))
            .map(file => preload(file, direction)),
        ),
    },
  }
}

const preload = (file: string, direction: Direction): HtmlTagDescriptor => ({
  tag: 'link',
  injectTo: 'head',
  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '', 'data-direction': direction },
})

/** The page with the preloads of its direction alone. */
export const keepPreloads = (page: string, direction: Direction): string =>
  page.replaceAll(/\s*<link [^>]* data-direction="(\w+)"[^>]*>/g, (link, of: string) =>
    of === direction ? link.replace(` data-direction="${of}"`, '') : '',
  )
