import { addMessages } from '../lib/messages.ts'
import feedback from './en/feedback/form.json'

// What the feedback forms say, wherever they are filled in. The components that say it import this file.
addMessages(feedback)
