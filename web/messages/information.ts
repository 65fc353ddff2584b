import { addMessages } from '../lib/messages.ts'
import contracts from './en/information/contracts.json'
import mentors from './en/information/mentors.json'

// Messages about the organisation and its mentors, imported by the components that show them.
addMessages(contracts, mentors)
