import { addMessages } from '../lib/messages.ts'
import details from './en/booking/details.json'

// Loaded with the details step.
addMessages(details)
