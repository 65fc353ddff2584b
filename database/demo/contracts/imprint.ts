/** Who runs the site, in Markdown. */
export const imprint = `**Larkfield Mentoring & Counselling**

14 Larkfield Row, London. Telephone 020 7946 0182, e-mail hello@larkfield.example.

Larkfield is an invented charity. Its trustees are answerable for these pages; Ruth Adeyemi looks after them.
`
