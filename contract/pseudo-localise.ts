/** A message as Lingui compiles it: texts, and places such as `[name, 'plural', { one: […], other: […] }]`. */
export type Compiled = string | number | readonly Compiled[] | { readonly [option: string]: Compiled }

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'áƀçđéƒğĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ'
const signs = new Map(Array.from(plain, (letter, index) => [letter, Array.from(accented)[index] ?? letter]))

const accent = (letter: string): string => signs.get(letter) ?? letter

/** Readable, with no unaccented letter left and about 40 % longer, as German is: vowels stand twice. */
export const lengthen = (text: string): string =>
  text.replaceAll(/[a-z]/gi, letter => accent(letter) + (/[aeiou]/.test(letter) ? accent(letter) : ''))

/** The same, each word read from right to left (Unicode RLM, then RLO and PDF). */
export const mirror = (text: string): string =>
  lengthen(text).replaceAll(/\S+/g, word => (/\p{L}/u.test(word) ? `\u200f\u202e${word}\u202c` : word))

/** Changes the texts of a compiled message and leaves its places as they are. */
export function pseudoLocalise(message: Compiled, change: (text: string) => string): Compiled {
  if (typeof message === 'string') return change(message)
  return isList(message) ? message.map(part => (isList(part) ? part.map(inPlace(change)) : pseudoLocalise(part, change))) : message
}

const isList = (part: Compiled): part is readonly Compiled[] => Array.isArray(part)

/** Of a place only its options have texts. */
const inPlace =
  (change: (text: string) => string) =>
  (part: Compiled): Compiled =>
    typeof part === 'object' && !isList(part)
      ? Object.fromEntries(Object.entries(part).map(([option, texts]) => [option, pseudoLocalise(texts, change)]))
      : part
