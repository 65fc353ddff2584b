/** What a one-time code is sent to: a phone number in E.164, or an e-mail address in lower case. */
export type CodeAddress = { phone: string; email?: undefined } | { email: string; phone?: undefined }
