import { defineCalls } from './call.ts'

export const waitingListCalls = defineCalls({})
