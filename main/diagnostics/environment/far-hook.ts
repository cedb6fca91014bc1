import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { machineNameOfKey } from '../../../shared/model/machine.ts'
import type { HookFacts } from '../../../shared/model/target-action.ts'
import { farBlockBytes } from '../../machines/far-file-script.ts'
import { FarFiles, maxBlocks } from '../../machines/far-files.ts'
import type { SshLink } from '../../machines/ssh-link.ts'
import type { KnownTarget } from '../known-target.ts'
import { hasStartupHook } from './startup-hook-file.ts'

/** Hooks have some kilobytes; what is larger is not fetched over a link to be looked at. */
const maxFarHookBytes = maxBlocks * farBlockBytes

/** A startup hook's file on the target's own machine; null for a target of this one. */
export async function lookAtFarHook(
  { jobTarget: { pid, processKey } }: Pick<KnownTarget, 'jobTarget'>,
  path: string,
  linkOf: (processKey: string) => SshLink | null,
): Promise<Result<HookFacts, AppError> | null> {
  const machine = machineNameOfKey(processKey ?? '')
  if (machine === null) return null
  return FarFiles.use<HookFacts>(linkOf(processKey ?? ''), machine, async (files) => {
    const facts = { path, visiblePath: null, isVerified: false }
    const looked = await files.look(pid, path)
    if (!looked.ok) return looked
    if (looked.value === null) return ok({ ...facts, isThere: false })
    if (looked.value === 'unreadable') return ok({ ...facts, isThere: null })
    if (looked.value.sizeBytes > maxFarHookBytes) return ok({ ...facts, isThere: true })
    const read = await files.read(0, maxBlocks)
    return read.ok ? ok({ ...facts, isThere: true, isVerified: hasStartupHook(read.value) }) : read
  })
}
