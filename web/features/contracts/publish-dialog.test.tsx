import type { TranslatedSubject } from '#contract/translations.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { queryKeyOf } from '../../lib/api.ts'
import { PublishDialog } from './publish-dialog.tsx'

const done = (text: string) => ({ text, outdated: false })
const subject: TranslatedSubject = {
  kind: 'contract',
  id: 'v1',
  subject: 'Rules',
  language: 'en',
  languages: ['de', 'fr', 'es'],
  in_force: [],
  texts: [
    { field: 'title', original: 'Rules', max_length: 200, translations: { de: done('Regeln'), fr: done('Règles'), es: done('Reglas') } },
    { field: 'body', original: 'Be kind.', max_length: 100_000, translations: { de: done('Sei nett.'), fr: done('Soyez gentil.') } },
  ],
  revisions: { de: 1, fr: 2, es: 3 },
}

const show = (language: string, read: TranslatedSubject | null = subject) => {
  const client = new QueryClient()
  if (read) client.setQueryData(queryKeyOf('GET /api/translations/{id}', { params: { id: 'v1' } }), read)
  const translated = { id: 'v1', title: 'Rules ', body: 'Be kind.', language }
  const dialog = (
    <PublishDialog version={2} requiredFor={null} reach={null} translated={translated} onConfirm={() => {}} onClose={() => {}} />
  )
  return renderToStaticMarkup(<QueryClientProvider client={client}>{dialog}</QueryClientProvider>)
}

test('names the translations that go in force, and not the language of the text itself', () => {
  expect(show('en')).toContain('In force with it: German and French.')
  expect(show('en')).toContain('Not finished, and not in force with it: Spanish.')
  expect(show('fr')).toContain('In force with it: German.')
})

test('offers no publication before it has shown them', () => {
  expect(show('en', null)).toContain('aria-busy="true"')
  expect(show('en')).not.toContain('aria-busy="true"')
})
