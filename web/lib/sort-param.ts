/** The parameter `sort` of the address; the first of the orders if it is missing or unknown. */
export const sortParam = <Sort extends string>(text: string | undefined, orders: readonly [Sort, ...Sort[]]): Sort =>
  orders.find(order => order === text) ?? orders[0]
