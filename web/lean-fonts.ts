import ranges from '@fontsource-variable/figtree/unicode.json' with { type: 'json' }
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** From --regular to --bold of ui/tokens.css: the file has all from 300 to 900. */
const weights = { min: 420, max: 680 }

/** Keeps the weights that pages use, and all characters. This saves 2 kB of the first page. */
export function leanFonts(): Plugin {
  return {
    name: 'openhour:lean-fonts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const [, part] = /figtree-(latin|latin-ext)-wght-normal.*\.woff2$/.exec(file.fileName) ?? []
        if (file.type !== 'asset' || !part) continue
        const all = charactersIn(ranges[part as keyof typeof ranges])
        file.source = await subsetFont(Buffer.from(file.source), all, { targetFormat: 'woff2', variationAxes: { wght: weights } })
      }
    },
  }
}

/** The characters of a `unicode-range` such as `U+0000-00FF,U+0131`. */
function charactersIn(range: string): string {
  const codes = range.split(',').flatMap(part => {
    const [from = 0, to = from] = part
      .replace('U+', '')
      .split('-')
      .map(code => Number.parseInt(code, 16))
    return Array.from({ length: to - from + 1 }, (_, more) => from + more)
  })
  return String.fromCodePoint(...codes)
}
