import { addMessages } from '../lib/messages.ts'
import facts from './en/appointment/facts.json'

// What is said of one appointment wherever it is shown: the way there, the calendar file. The components that say it import this file.
addMessages(facts)
