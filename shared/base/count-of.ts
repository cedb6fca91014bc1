import { formatCount } from './format.ts'

/** `1 file`, `12 files`: both words whole, as a language may have more than an ending between them. */
export function countOf(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
