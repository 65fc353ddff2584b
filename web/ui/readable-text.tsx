import type { Contract } from '#contract/contracts.ts'
import { useState } from 'react'
import { textsOf } from '../lib/accepted-texts.ts'
import { BindingNote } from './binding-note.tsx'
import { Markdown } from './markdown.tsx'

/** The text of a contract in the reader's language where there is one, and which language is binding. */
export function ReadableText({ contract }: { contract: Contract }) {
  const [wanted, setWanted] = useState<string>()
  const texts = textsOf(contract)
  const { body, language } = texts.find(text => text.language === wanted) ?? texts[0]
  return (
    <>
      <BindingNote contract={contract} shown={language} onShow={setWanted} />
      <Markdown text={body} under={1} language={language} />
    </>
  )
}
