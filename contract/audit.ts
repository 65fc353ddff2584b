import { defineCalls } from './call.ts'

export const auditCalls = defineCalls({})
