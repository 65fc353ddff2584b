/** The accessibility statement, in Markdown. */
export const accessibility = `We want everyone to be able to book, and to get through the door.

## These pages

They are meant to meet the Web Content Accessibility Guidelines 2.2, level AA. You can book by keyboard alone, with a screen reader, and with text at twice its size.
We know of two gaps: the plan of Canal Rooms is a picture without a description, and our older leaflets are scans. Ask us, and we send you the words.

## Our rooms

Larkfield House is step-free from the garden gate; the bell is at 90 cm. Canal Rooms has a lift. Both have an accessible toilet and a hearing loop at the desk.

## Interpreters and more time

Choose “with an interpreter” when you book, and the session is longer. If you need something else, write it with your booking or ring us.

## Tell us what does not work

Ring 020 7946 0182 or write to hello@larkfield.example. We answer within five working days. If you are not content with the answer, the Equality Advisory and
Support Service can help.
`
