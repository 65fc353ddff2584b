import { addMessages } from '../lib/messages.ts'
import sessions from './en/sessions/sessions.json'

// What is said to somebody who joins or logs in. The components that say it import this file.
addMessages(sessions)
