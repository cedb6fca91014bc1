import { RE2JS } from 're2js'

/** Null: the expression is one of RE2; otherwise what is wrong with it. */
export function expressionFault(source: string): string | null {
  try {
    RE2JS.compile(source)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

export function isExpression(source: string): boolean {
  return expressionFault(source) === null
}
