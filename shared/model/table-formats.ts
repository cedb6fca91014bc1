/**
 * What a table is saved as. `csv`: RFC 4180. `tsv`: tabs and ends of lines inside a cell are blanks. `json`: an array of objects by the ids of the
 * columns, numbers as numbers, null where the trace does not tell.
 */
export const tableFormats = ['csv', 'tsv', 'json'] as const
export type TableFormat = (typeof tableFormats)[number]
