import pg from 'pg'

/** For a control: each stored booking of this database takes this much longer. */
export async function slowBookingsDown(databaseUrl: string, seconds: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client
    .query(
      `CREATE FUNCTION slow_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(${seconds}); RETURN NEW; END $$;
       CREATE TRIGGER a_slow_booking BEFORE INSERT ON appointments FOR EACH ROW EXECUTE FUNCTION slow_down()`,
    )
    .finally(() => client.end())
}
