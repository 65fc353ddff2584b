/** Languages with a message catalogue (web/messages). A region such as `en-GB` uses its language's. */
export const catalogueLanguages = ['en']
