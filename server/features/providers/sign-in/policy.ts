import { isPrivileged } from '#contract/granted.ts'
import type { Login } from '#contract/people.ts'

/** Whether a login is of staff, whose sessions a provider has to renew. */
export const isPrivilegedLogin = ({ access, abilities }: Omit<Login, 'token'>): boolean => isPrivileged({ ...access, abilities })
