import { addMessages } from '../lib/messages.ts'
import facts from './en/appointment/facts.json'

// Messages about one appointment, imported by the components that show them.
addMessages(facts)
