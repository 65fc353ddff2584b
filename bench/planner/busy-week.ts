/** The Monday of the week that begins so many weeks from this one, in UTC. */
export function mondayInWeeks(weeks: number): string {
  const date = new Date()
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7) + weeks * 7)
  return date.toISOString().slice(0, 10)
}

export function addWeek(date: string, weeks: number): string {
  return new Date(Date.parse(date) + weeks * 7 * 86_400_000).toISOString().slice(0, 10)
}
