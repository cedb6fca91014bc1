import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { Request } from '../../../shared/contract/index.ts'
import type { TargetRef } from '../../../shared/contract/target-ref.ts'
import type { ConsoleMessage } from '../../../shared/model/console.ts'
import { previewDraft, sendDraft } from '../../diagnostics/console/raw-console.ts'
import type { KnownTarget } from '../../diagnostics/known-target.ts'
import type { Handlers } from '../request-context.ts'

export interface ConsoleParts {
  readonly targetOf: (ref: TargetRef) => Result<KnownTarget, AppError>
}

/** What a draft would send; null when it would be refused, or its process has ended. */
export async function previewOf(
  { targetOf }: ConsoleParts,
  { target, command, payload }: Request<'console.send'>,
): Promise<ConsoleMessage | null> {
  const known = targetOf(target)
  return known.ok ? (await previewDraft(known.value, command, payload)).request : null
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
