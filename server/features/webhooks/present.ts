/** The body of an event, identical in every attempt. */
export const writeBody = ({ kind, created_at, data }: { kind: string; created_at: string; data: Record<string, unknown> }): string =>
  JSON.stringify({ type: kind, timestamp: created_at, data })
