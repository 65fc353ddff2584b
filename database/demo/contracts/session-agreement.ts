/** The agreement required for booking, in Markdown. */
export const sessionAgreement = `Before you book, please agree to four things. They protect you as much as the person you will meet.

1. **This is not a crisis service.** If you or someone else is in danger now, ring 999; for someone to talk to tonight, ring 116 123.
2. **What is said stays in the room**, unless a life or a child’s safety is at risk. In a group, everyone keeps what they heard to themselves.
3. **No recording.** Neither you nor we make a recording of a session, in the room or online.
4. **You can stop at any time.** You need not finish a session, answer a question, or come back.
`
