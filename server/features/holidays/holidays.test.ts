import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace } from '#database/factories.ts'
import { addDays } from '#domain/time/local-date.ts'
import { startOrganisation, type TestOrganisation } from '../../testing/organisation.ts'
import { findHolidays, isHolidayRegion, listHolidayRegions } from './queries.ts'

const year = (of: number) =>
  Array.from({ length: 366 }, (_, day) => addDays(`${of}-01-01`, day)).filter(date => date.startsWith(String(of)))
const holidays = async (region: string, of: number) => [...(await findHolidays(region, year(of)))].map(([date, name]) => `${date} ${name}`)

describe('findHolidays', () => {
  it('knows those of England in 2026 and the substitute day', async () => {
    expect(await holidays('GB-ENG', 2026)).toEqual([
      "2026-01-01 New Year's Day",
      '2026-04-03 Good Friday',
      '2026-04-06 Easter Monday',
      '2026-05-04 Early May bank holiday',
      '2026-05-25 Spring bank holiday',
      '2026-08-31 Summer bank holiday',
      '2026-12-25 Christmas Day',
      '2026-12-26 Boxing Day',
      '2026-12-28 Boxing Day (substitute day)',
    ])
    expect((await holidays('GB-ENG', 2027)).slice(-2)).toEqual([
      '2027-12-27 Christmas Day (substitute day)',
      '2027-12-28 Boxing Day (substitute day)',
    ])
  })

  it('differs by region', async () => {
    const dates = ['2026-03-08', '2026-11-30', '2026-12-25']
    const found = async (region: string) => [...(await findHolidays(region, dates)).keys()]
    expect(await found('DE')).toEqual(['2026-12-25'])
    expect(await found('DE-BE')).toEqual(['2026-03-08', '2026-12-25'])
    expect(await found('GB-SCT')).toEqual(['2026-11-30', '2026-12-25'])
  })

  it('leaves out observances, half days and evenings', async () => {
    // Halloween, an observance; a half day in China; an evening in Queensland.
    expect(await findHolidays('US', ['2026-10-31'])).toEqual(new Map())
    expect(await findHolidays('CN', ['2026-08-01'])).toEqual(new Map())
    expect(await findHolidays('AU-QLD', ['2026-12-24', '2026-12-25'])).toEqual(new Map([['2026-12-25', 'Christmas Day']]))
  })

  it('counts each day of a holiday of several days, also on the day on which the clocks change', async () => {
    expect([...(await findHolidays('AE', ['2026-03-19', '2026-03-20', '2026-03-22', '2026-03-23'])).keys()]).toEqual([
      '2026-03-20',
      '2026-03-22',
    ])
    expect([...(await findHolidays('AT', ['2031-10-26', '2031-10-27'])).keys()]).toEqual(['2031-10-26'])
  })

  it('has none without a region, and names two of one day together', async () => {
    expect(await findHolidays(null, ['2026-12-25'])).toEqual(new Map())
    expect([...(await findHolidays('AU-NSW', ['2038-04-25'])).values()]).toEqual(['Anzac Day, Easter Sunday'])
  })

  it('computes a year of a region once', async () => {
    await findHolidays('JP', ['2029-01-01'])
    const start = process.cpuUsage()
    for (let round = 0; round < 100; round += 1) await findHolidays('JP', year(2029))
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(500)
  })

  it('is the same in a process of any zone', async () => {
    const own = process.env.TZ
    try {
      for (const [index, zone] of ['Pacific/Apia', 'Pacific/Pago_Pago', 'America/St_Johns'].entries()) {
        process.env.TZ = zone
        expect((await holidays('NZ', 2040 + index)).filter(text => text.includes("New Year's Day"))[0]).toBe(
          `${2040 + index}-01-01 New Year's Day`,
        )
      }
    } finally {
      if (own === undefined) delete process.env.TZ
      else process.env.TZ = own
    }
  })
})

describe('regions', () => {
  it('lists countries and their regions by name', async () => {
    const countries = await listHolidayRegions()
    expect(countries.find(({ code }) => code === 'GB')).toMatchObject({
      name: 'United Kingdom',
      regions: expect.arrayContaining([{ code: 'GB-ENG', name: 'England' }]) as unknown,
    })
    expect(
      countries.every(({ code, regions }) =>
        [code, ...regions.map(one => one.code)].every(text => /^[A-Z]{2}(-[A-Za-z0-9]{1,20})?$/.test(text)),
      ),
    ).toBe(true)
  })

  it.each(['GB', 'GB-ENG', 'DE-BE', 'US'])('knows %s', async region => expect(await isHolidayRegion(region)).toBe(true))
  it.each(['', 'gb', 'GB-XX', 'GB-', 'ENG', '__proto__', 'GB-ENG-X', 'toString'])('does not know %j', async region =>
    expect(await isHolidayRegion(region)).toBe(false),
  )
})

describe('GET /api/holidays', () => {
  let o: TestOrganisation
  beforeAll(async () => void (o = await startOrganisation()))
  afterAll(() => o.app.close())
  const list = async (from: string, to: string) =>
    o.app.request('GET /api/holidays', { query: { from, to }, token: await o.app.signIn(o.admin) })

  it('lists those of the places in use, each name of a date once', async () => {
    const make = async (name: string, holiday_region: string | null, active = true) => {
      const { id } = await makePlace(o.app.db, { name, holiday_region, active })
      return { id, name }
    }
    const [leeds, york] = [await make('Leeds', 'GB-ENG'), await make('York', 'GB-ENG')]
    const berlin = await make('Berlin', 'DE-BE')
    await make('Paris', null)
    await make('Retired', 'US', false)
    const { status, body } = await list('2026-04-01', '2026-05-01')
    expect(status).toBe(200)
    expect(body.data).toEqual([
      { date: '2026-04-03', name: 'Good Friday', places: [berlin, leeds, york] },
      { date: '2026-04-06', name: 'Easter Monday', places: [berlin, leeds, york] },
      { date: '2026-05-01', name: 'Labour Day', places: [berlin] },
    ])
  })

  it('refuses more than 400 days', async () => {
    expect((await list('2026-01-01', '2027-02-04')).status).toBe(200)
    expect((await list('2026-01-01', '2027-02-05')).status).toBe(422)
    expect((await list('2026-01-02', '2026-01-01')).status).toBe(422)
  })
})
