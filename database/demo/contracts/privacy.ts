/** The privacy policy, in Markdown. */
export const privacy = `We keep as little as we can, and tell you what it is.

## What we keep

- Your name and phone number; your e-mail address if you give one.
- Your appointments, what you wrote for your mentor beforehand, and the feedback you gave.
- Which terms you accepted, in which version, when and from which address.
- Who among our staff opened your record, and when. You see the same list in your profile.

## What we do not do

We do not sell anything to anybody, we place no advertising, and nothing on these pages reports to another company. The kind of support you booked
never stands in a text message, in the subject of an e-mail or in a calendar entry.

## For how long

Closed appointments and messages for seven years, as our insurers ask of us, and then no longer. You can have a copy of everything, as a file, whenever you like.
You can ask us to erase it sooner.

## Whom to ask

Ruth Adeyemi looks after this: hello@larkfield.example, or at the desk. If we do not answer you well, the Information Commissioner’s Office will.
`
