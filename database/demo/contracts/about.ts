/** The page `about`, in Markdown. */
export const about = `Larkfield began in 2011 with a kettle, two chairs and a retired headteacher who disliked waiting lists. Today twelve mentors and counsellors see
about three hundred people a month, in Bethnal Green, in Haggerston and online. We are a charity. No one has to explain why they came.

## What we do

- **Career advice.** Half an hour on the next step: an application, an interview, a change of direction, a job that is wearing you down. Free.
- **Study support.** Three quarters of an hour with someone patient, from fractions to dissertations. £6.
- **Counselling.** Fifty minutes with a trained counsellor. You tell us in a sentence what it is about, we answer within one working day. £15.
- **Group workshops.** A small group, one subject, an hour and a half. £4.

If the price is what keeps you away, tell the front desk. There is a fund for exactly that, and no form to fill in.

## How a first visit goes

You choose a time and, if you like, a person. You may write down what you would like to talk about, so that your mentor has read it when you arrive.
Come five minutes early; your number is called in the waiting room, never your name. What you say stays between the two of you
([how we look after it](/trems-and-conditions)).

## Where to find us

**Larkfield House**, 14 Larkfield Row, Bethnal Green. The garden gate is step-free; ring the lower bell.

**Canal Rooms**, second floor, 3 Towpath Yard, Haggerston. There is a lift.

**Online**, with our small team in Berlin. Times are theirs; the page shows yours next to them.

## If it cannot wait

We are not an emergency service. If you are in danger now, ring 999. If you need someone tonight, the Samaritans answer on 116 123, day and night.
`
