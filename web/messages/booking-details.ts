import { addMessages } from '../lib/messages.ts'
import details from './en/booking/details.json'

// Only who has chosen a time pays for these: the steps from there on import this file.
addMessages(details)
