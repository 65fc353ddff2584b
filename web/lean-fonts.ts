import { createRequire } from 'node:module'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { charactersOf, readFaces, type Face } from './font-faces.ts'

const require = createRequire(import.meta.url)
const latin = require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')
const latinExt = require.resolve('@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2')
const arabic = require.resolve('@fontsource-variable/alexandria/files/alexandria-arabic-wght-normal.woff2')

/** Marks, kerning and figures of one width. Others, such as fractions, are on no page. */
const usual = 'ccmp locl mark mkmk kern tnum'

/** What ui/fonts.css names: a file of a package, and the OpenType features that stay. */
const sources: Record<string, { file: string; features: string } | undefined> = {
  'figtree-latin': { file: latin, features: usual },
  'figtree-latin-ext': { file: latinExt, features: usual },
  'figtree-plain': { file: latin, features: 'tnum' },
  'alexandria-arabic': { file: arabic, features: 'ccmp rlig init medi fina mark' },
}

const styles = new URL('ui/fonts.css', import.meta.url)
const folder = fileURLToPath(new URL('../node_modules/.cache/lean-fonts', import.meta.url))

/** Cuts the files that ui/fonts.css names out of the packages' own: this saves a third of them. */
export function leanFonts(): Plugin {
  return {
    name: 'openhour:lean-fonts',
    async config() {
      await mkdir(folder, { recursive: true })
      const faces = readFaces(await readFile(styles, 'utf8'))
      await Promise.all(faces.map(async face => writeFile(`${folder}/${face.file}.woff2`, await cut(face, charactersOf(face, faces)))))
      return { resolve: { alias: [{ find: /^lean-fonts\//, replacement: `${folder}/` }] } }
    },
  }
}

async function cut({ file, weights }: Face, characters: string): Promise<Buffer> {
  const [name = '', part] = file.split('.')
  const source = sources[name]
  if (!source) throw new Error(`ui/fonts.css: no package has ${file}`)
  const only = Number(part)
  return subsetFont(await readFile(source.file), characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: Number.isNaN(only) ? weights : only },
    keepFeatures: source.features.split(' '),
    // Widths follow from the outlines; style names are for menus of fonts.
    dropTables: ['HVAR', 'STAT'],
  })
}
