import { addMessages } from '../lib/messages.ts'
import sessions from './en/sessions/sessions.json'

// Messages for joining and logging in, imported by the components that show them.
addMessages(sessions)
