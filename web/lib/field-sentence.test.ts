import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fieldSentence } from './field-sentence.ts'

/** The server's texts about a field, without those that only hold another one. */
const textsOf = (language: string): string[] =>
  Object.entries(
    JSON.parse(readFileSync(new URL(`../../server/platform/messages/${language}.json`, import.meta.url), 'utf8')) as Record<string, string>,
  ).flatMap(([id, text]) => (id.startsWith('field.') && !text.startsWith('{') ? [text] : []))

test('writes a whole sentence about a field', () => {
  expect(fieldSentence('is too short', 'en', 'en-GB')).toBe('This is too short.')
  expect(fieldSentence('choose at least one', 'en', 'en-GB')).toBe('Choose at least one.')
  expect(fieldSentence('muss eine E-Mail-Adresse sein', 'de', 'de-DE')).toBe('Das muss eine E-Mail-Adresse sein.')
  expect(fieldSentence('n’existe pas', 'fr', 'fr-FR')).toBe('Cela n’existe pas.')
  expect(fieldSentence('ce champ est obligatoire', 'fr', 'fr-FR')).toBe('Ce champ est obligatoire.')
})

/** Other beginnings: requests, and phrases that stand alone. */
const others = {
  en: /^(This|At most|Choose|Contain|Exactly|Give|Make|On|Please|Say|Type) /,
  de: /^(Das|Am|Bei|Bitte|Die|Geben|Höchstens|Mindestens|Möglich|Nicht|Nur|Nötig|Wählen|Zu) /,
  // Requests, nouns and participles; a verb that bears a sentence stands after its subject.
  fr: /^(?!N’|(Ne|A|Concerne|Contient|Doit|Est|Fait|Nécessite|Participe|Peut|Sert|Vient) )/,
  nl: /^(Dit|Beantwoord|Bevatten|Deze|Geef|Geven|Hoogstens|Kies|Moeten|Op|Precies|Te|Typ|Zeg) /,
}

test.each(['en', 'de', 'fr', 'nl'] as const)('no sentence about a field begins with its verb in %s', language => {
  const odd = textsOf(language)
    .map(text => fieldSentence(text, language, language))
    .filter(text => !others[language].test(text))
  expect(odd).toEqual([])
})
