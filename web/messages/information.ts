import { addMessages } from '../lib/messages.ts'
import contracts from './en/information/contracts.json'
import mentors from './en/information/mentors.json'

// What the pages say that tell of the organisation and its mentors. The components that say it import this file.
addMessages(contracts, mentors)
