/** Whether a text is a complete one-time code or code of an authenticator app: six digits, as `Code` of the contract. */
export const isCompleteCode = (code: string): boolean => /^\d{6}$/.test(code)
