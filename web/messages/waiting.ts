import { addMessages } from '../lib/messages.ts'
import waiting from './en/waiting/waiting.json'

// What is said to somebody who waits for a time. The components that say it import this file.
addMessages(waiting)
