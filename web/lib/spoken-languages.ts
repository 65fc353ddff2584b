import { listSpokenLanguages, nameSpokenLanguage } from '#contract/spoken-languages.ts'
import { useState } from 'react'
import { region } from './messages.ts'

/** The name of a spoken language in the language of the page. */
export const formatSpokenLanguage = (tag: string): string => nameSpokenLanguage(tag, region)

/** Every spoken language by name, for a select. */
export const useSpokenLanguages = () => useState(() => listSpokenLanguages(region))[0]
