import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { TargetRef } from '../../../shared/contract/target-ref.ts'
import { previewDraft, sendDraft } from '../../diagnostics/console/raw-console.ts'
import type { KnownTarget } from '../../diagnostics/known-target.ts'
import type { Handlers } from '../request-context.ts'

export interface ConsoleParts {
  readonly targetOf: (ref: TargetRef) => Result<KnownTarget, AppError>
}

export function consoleHandlers({
  targetOf,
}: ConsoleParts): Pick<Handlers, Extract<keyof Handlers, `console.${string}`>> {
  return {
    'console.preview': async ({ target, command, payload }) => {
      const known = targetOf(target)
      return known.ok ? ok(await previewDraft(known.value, command, payload)) : known
    },
    'console.send': async ({ target, command, payload }) => {
      const known = targetOf(target)
      return known.ok ? ok(await sendDraft(known.value, command, payload)) : known
    },
  }
}
