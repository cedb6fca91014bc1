/** In the tables of a trace a digit goes to a view, as everywhere in it; within a word it is typed. */
export function isTypeAhead(key: string, isTyping: boolean): boolean {
  return isTyping || !/^\d$/.test(key)
}
