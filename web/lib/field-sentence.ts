import type { Language } from '#contract/languages.ts'

/** The server's texts about a field are parts of a sentence; in these languages many leave the field out that they begin with. */
const subjects: { [Of in Language]?: readonly [subject: string, verbs: RegExp] } = {
  en: ['This', /^(cannot|comes|contains|does|has|is|leaves|lies|logs|makes|may|must|names|needs|skips|stays|was)\b/],
  de: ['Das', /^(braucht|darf|dient|enthält|ergibt|gehört|gibt|gilt|hat|ist|kann|kommt|liegt|lässt|muss|steht|wird|überspringt)(?= )/],
  fr: ['Cela', /^(n’|(ne|concerne|contient|doit|est|nécessite|peut|vient) )/],
  nl: ['Dit', /^(bestaat|bevat|blijft|geeft|heeft|hoort|is|kan|komt|laat|ligt|mag|moet|noemt|slaat|staat|vraagt|wordt)\b/],
}

/** A whole sentence, which can be read without the field's name: "must be …" becomes "This must be ….". */
export function fieldSentence(text: string, language: Language, region: string): string {
  const [subject, verbs] = subjects[language.split('-')[0] as Language] ?? []
  const whole = subject && verbs?.test(text) ? `${subject} ${text}` : text
  return `${whole.charAt(0).toLocaleUpperCase(region)}${whole.slice(1)}${/[.?]$/.test(whole) ? '' : '.'}`
}
