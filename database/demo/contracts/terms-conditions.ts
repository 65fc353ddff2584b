const opening = `These terms apply between you and Larkfield Mentoring & Counselling (“we”) when you register and book with us. They are short on purpose.

## 1. What you can expect from us

Every appointment is with a person whose name you know beforehand. Mentors are trained and checked; counsellors are accredited and supervised.
If we have to cancel, we tell you as early as we can and look for another time together with you.

## 2. What we ask of you

Give a phone number where you can be reached. Come on time: a session ends when it was meant to end, because someone else is waiting.
`

/** The first version of the terms, which some people have accepted. */
export const termsBefore = `${opening}If you cannot come, let us know a day before.

## 3. Missed appointments

Anyone who misses three appointments in a row has to ring us before booking again.

## 4. Payment

Prices are shown next to each kind of session. You pay at the desk.
`

/** The terms in force. */
export const terms = `${opening}If you cannot come, cancel or move your appointment up to 12 hours before it starts; the page does it for you, without a question asked.

## 3. Missed appointments

Life happens. After three missed appointments within 90 days booking online is paused; ring us, and we will book for you. Tell us if there was a good reason
and we strike it out. A session that we cancelled never counts.

## 4. Payment

The price is shown next to each kind of session and is shown again before you book. You pay at the desk or by the link we send. If we cancel, you get it back
without asking. The fund for people who cannot pay is open to everyone: a word at the desk is enough.

## 5. Confidentiality

What you tell a mentor or counsellor stays with them, except where someone’s life or a child’s safety is at risk; then we talk to you first wherever we can.
Who opened your record is kept, and you can see it in your profile.

## 6. Ending this

You can ask us at any time to erase what we hold about you. We then keep only what the law makes us keep, without your name.

## 7. Changes

When these terms change we publish them as a new version, which everyone who registers from then on accepts. The version that you accepted is never altered.
`
