/** A `@font-face` rule of ui/fonts.css. */
export interface Face {
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
