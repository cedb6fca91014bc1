import { RE2JS } from 're2js'
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
    return err({ kind: 'invalid-request', what: 'regular expression', detail: (error as Error).message })
  }
}
