import { addMessages } from '../lib/messages.ts'
import when from './en/booking/when.json'

// Only a person who has chosen a kind of support pays for these: the steps of day and time import this file.
addMessages(when)
