const firstNames = `Aaliyah Abel Ada Adrián Agnieszka Aisling Alfie Amara Amina Ana Andrea Anna Anton Anya Arjun Asha Aylin Beatriz Ben Bo Brigid Callum Carla Chen
  Chiara Chloé Daniel Dara Dóra Ebba Eilidh Elena Elif Emil Esi Esther Fatima Femi Finn Freya Gareth Grace Gunnar Hana Harriet Hugo Ibrahim Ida Imogen Inês Irene
  Isla Ivan Jakub Jamal Jean Jonas José Julia Kaito Karim Kasia Keziah Kofi Lars Layla Leila Lena Liam Lucía Luka Magda Maja Malik Marek Maria Mateo Maya Mei
  Milan Mira Mohammed Nadia Ngozi Nia Nikola Noor Olga Oliver Omar Oskar Owen Padma Paulo Petra Priya Rafael Rhys Ria Rosa Ruben Ruth Samuel Sanna Sean Selin
  Siân Siobhán Sofia Søren Stefan Sunita Svetlana Tariq Theo Tomasz Ulla Uma Valeria Victor Vikram Wanda Wei Xavier Yara Yusuf Zara Zofia Zoë`
const lastNames = `Abara Achterberg Adeyemi Ahmed Albrecht Almeida Andersen Ångström Bailey Baker Barros Bauer Begum Bennett Berg Bianchi Bjørk Boateng Brandt Brennan
  Byrne Calderón Campbell Carter Castillo Chaudhry Clarke Costa Cruz Cunningham Dalgaard Davies Delgado Diallo Dubois Duarte Edwards Eriksson Evans Farah Ferrari
  Fischer Flores Fraser Fuentes Gallagher García Ghosh Gomez Green Grünwald Gupta Haddad Hall Hansen Harris Hassan Hayes Hernández Hoffmann Hughes Hussain Ivanov
  Jackson James Jensen Johansson Jones Joshi Kaminski Kapoor Karlsson Kaur Kelly Khan Kim Kowalski Kumar Larsen Lee Lewis Lindqvist Łukasik López Mahmoud Malik
  Martin Martínez McCarthy Mensah Meyer Mitchell Moreau Morris Müller Murphy Murray Nakamura Navarro Nguyen Nielsen Novák O’Brien Obi Okafor Olsen Ortiz Osei
  Owusu Papadopoulos Park Patel Pereira Petrov Phillips Popescu Quinn Raghunathan Ramírez Reid Reyes Ricci Roberts Rossi Ryan Saleh Santos Sato Schmidt Schulz
  Shah Sharma Silva Singh Smith Søndergaard Stewart Sullivan Suzuki Szabó Tanaka Taylor Thompson Torres Turner Vargas Vasquez Walsh Warsame Watson Weber White
  Whitcombe Williams Wilson Wójcik Wright Wu Yamamoto Yıldız Young Zhang Zieliński`

const listOf = (names: string) =>
  `ARRAY[${names
    .split(/\s+/)
    .map(name => `'${name}'`)
    .join(', ')}]`

/**
 * So many clients, numbered in `many_people`; their numbers are spread, names repeat as names do, half have an
 * e-mail address, one in fifty is inactive.
 */
export const manyPeople = (count: number): string[] => [
  `CREATE TEMP TABLE many_people AS SELECT n, new_id() AS id FROM generate_series(1, ${count}) n`,
  `INSERT INTO users (id, name, phone, email, active, created_at)
    SELECT id, name, '+4474' || lpad((n::bigint * 73687873 % 100000000)::text, 8, '0'), CASE WHEN n % 2 = 0 THEN replace(fold_words(name), ' ', '.') || n || '@example.org' END, n % 50 <> 0,
      now() - make_interval(mins => n)
    FROM many_people, LATERAL (SELECT ${listOf(firstNames)} AS firsts, ${listOf(lastNames)} AS lasts) l,
      LATERAL (SELECT firsts[(1 + n::bigint * 7919 % cardinality(firsts))::int] || ' ' || lasts[(1 + n::bigint * 104729 % cardinality(lasts))::int] AS name) s`,
  'CREATE UNIQUE INDEX ON many_people (n)',
  'ANALYZE many_people',
]

/** 200 mentors in 50 groups of four; each group stays at one place with one support type. */
export const mentorGroups = (): string[] => [
  'CREATE TEMP TABLE many_mentors AS SELECT n, n / 4 AS team, n % 4 AS roster, new_id() AS id FROM generate_series(0, 199) n',
  `INSERT INTO users (id, name, phone) SELECT id, 'Mentor ' || n, '+4475' || lpad(n::text, 8, '0') FROM many_mentors`,
  `INSERT INTO role_assignments (user_id, role_id) SELECT m.id, r.id FROM many_mentors m, (SELECT id FROM roles WHERE is_mentor ORDER BY id LIMIT 1) r`,
  `INSERT INTO mentor_profiles (user_id, bio) SELECT id, 'Listens.' FROM many_mentors`,
  `CREATE TEMP TABLE many_teams AS
    WITH types AS (SELECT id, row_number() OVER (ORDER BY position) - 1 AS n FROM support_types WHERE active),
      spots AS (SELECT id, time_zone, row_number() OVER (ORDER BY name) - 1 AS n FROM places WHERE active)
    SELECT team, t.id AS support_type_id, p.id AS place_id, p.time_zone
    FROM generate_series(0, 49) team JOIN types t ON t.n = team % (SELECT count(*) FROM types) JOIN spots p ON p.n = team % (SELECT count(*) FROM spots)`,
  `INSERT INTO mentor_support_types (user_id, support_type_id) SELECT m.id, t.support_type_id FROM many_mentors m JOIN many_teams t ON t.team = m.team`,
]
