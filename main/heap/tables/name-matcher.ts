import { RE2JS, RE2JSSyntaxException } from 're2js'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'

/** Whether a name is what was searched for: a part of it, whatever the case, or `/expression/` of RE2 (decision 0326). */
export function nameMatcher(search: string): Result<(name: string) => boolean, AppError> {
  const expression = /^\/(.+)\/$/.exec(search.trim())?.[1]
  if (expression === undefined) {
    const wanted = search.trim().toLowerCase()
    return ok((name) => name.toLowerCase().includes(wanted))
  }
  try {
    const compiled = RE2JS.compile(expression, RE2JS.CASE_INSENSITIVE)
    return ok((name) => compiled.matcher(name).find())
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const column = search.indexOf(expression) + placeOf(error.getPattern(), expression) + 1
    return err({ kind: 'bad-expression', reason: error.getDescription(), column })
  }
}

/** What is wrong is told as a part of the expression, and may be in it several times; null: the expression ends too early. */
function placeOf(part: string | null, expression: string): number {
  if (part === null) return expression.length
  for (let at = expression.indexOf(part); at >= 0; at = expression.indexOf(part, at + 1))
    if (!isValid(expression.slice(0, at + part.length))) return at
  return 0
}

function isValid(expression: string): boolean {
  try {
    RE2JS.compile(expression)
    return true
  } catch {
    return false
  }
}
