import { addMessages } from '../lib/messages.ts'
import waiting from './en/waiting/waiting.json'

// Messages for the waiting list, imported by the components that show them.
addMessages(waiting)
