import * as v from 'valibot'
import { type CaseDocument, caseDocumentSchema } from '../../../shared/case/case-document.ts'

export const caseJsonName = 'case.json'
export const maxCaseJsonBytes = 16 * 1024 * 1024

/** What a package says about itself; null: nothing that is understood. */
export function readCaseJson(text: string | null): CaseDocument | null {
  if (text === null) return null
  try {
    const parsed = v.safeParse(caseDocumentSchema, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    // SyntaxError: no JSON; the report says so.
    return null
  }
}
