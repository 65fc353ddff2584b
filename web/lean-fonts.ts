/// <reference path="./subset-font.d.ts" />
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const resolve = (file: string) => fileURLToPath(import.meta.resolve(file))
const latin = resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')
const latinExt = resolve('@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2')
const arabic = resolve('@fontsource-variable/alexandria/files/alexandria-arabic-wght-normal.woff2')

/** Marks, kerning and figures of one width. Others, such as fractions, are on no page. */
const usual = 'ccmp locl mark mkmk kern tnum'

/** What ui/fonts.css names: a file of a package, and the OpenType features that stay. */
const sources: Record<string, { file: string; features: string } | undefined> = {
  'figtree-latin': { file: latin, features: usual },
  'figtree-latin-ext': { file: latinExt, features: usual },
  'figtree-plain': { file: latin, features: 'tnum' },
  'alexandria-arabic': { file: arabic, features: 'ccmp rlig init medi fina mark mkmk' },
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

interface Face {
  family: string
  /** `figtree-latin.main`: the source, and what of it. A number is the only weight. */
  file: string
  weights: { min: number; max: number }
  characters: readonly number[]
}

/** The faces of ui/fonts.css. */
export function readFaces(css: string): Face[] {
  return [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, rules = '']) => {
    const read = (rule: RegExp) => {
      const found = rule.exec(rules)?.[1]
      if (found === undefined) throw new Error(`ui/fonts.css: ${rule.source} is missing in ${rules}`)
      return found
    }
    const [min = 0, max = min] = read(/font-weight: ([\d ]+);/)
      .split(' ')
      .map(Number)
    return {
      family: read(/font-family: '(.*)';/),
      file: read(/url\('lean-fonts\/(.*)\.woff2'\)/),
      weights: { min, max },
      characters: charactersIn(read(/unicode-range:([^;]*);/)),
    }
  })
}

/** A later face of the family comes first in browsers. */
export function charactersOf(face: Face, faces: readonly Face[]): string {
  const later = faces.slice(faces.indexOf(face) + 1).filter(({ family }) => family === face.family)
  const taken = new Set(later.flatMap(({ characters }) => characters))
  return String.fromCodePoint(...face.characters.filter(code => !taken.has(code)))
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

/** The characters of a `unicode-range` such as `U+20-FF, U+131`. */
function charactersIn(range: string): number[] {
  return range.split(',').flatMap(part => {
    const [from = 0, to = from] = part
      .trim()
      .replace('U+', '')
      .split('-')
      .map(code => Number.parseInt(code, 16))
    return Array.from({ length: to - from + 1 }, (_, more) => from + more)
  })
}
