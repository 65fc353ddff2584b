import { addMessages } from '../lib/messages.ts'
import feedback from './en/feedback/form.json'

// Messages of the feedback forms, imported by the components that show them.
addMessages(feedback)
