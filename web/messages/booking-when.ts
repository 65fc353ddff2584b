import { addMessages } from '../lib/messages.ts'
import when from './en/booking/when.json'

// Loaded with the day and time steps.
addMessages(when)
