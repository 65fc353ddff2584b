/** Whether a waiting-list entry of this state is open: it waits, or is offered a seat. `is_open_entry` (SQL) for queries. */
export const isOpenEntry = (state: string): state is 'waiting' | 'offered' => state === 'waiting' || state === 'offered'
