import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { HookFacts, PerfMapFile } from '../../../shared/model/target-action.ts'
import { askForeign, lookAtForeign } from '../../foreign/foreign-files.ts'
import { placeToLook, readTargetView, type TargetView } from '../../os/target-view.ts'
import { parseStatus } from '../../os/linux/proc-parse.ts'
import { readProcText, shortLimitBytes } from '../../os/linux/proc-files.ts'
import type { PerfMapType } from '../../protocol/encode.ts'
import { applyStartupHook, disablePerfMap, enablePerfMap, type Target } from '../client-actions.ts'
import { hasStartupHook } from './startup-hook-file.ts'
import { isElsewhere } from '../../transport/endpoint.ts'
import { pause } from '../../os/pause.ts'

/** What else can be done to a target: perf maps, startup hooks. Setting variables is `client-actions.ts` itself. */

/** Assemblies are small; what is larger is not read. */
const maxHookBytes = 64 * 1024 * 1024
/** The file of a perf map may show up a moment after the answer. */
const fileWaitMs = 2000

/** A startup hook's file as the target sees it. A runtime that runs dies of a wrong one (.NET 9, 10), a waiting one at its resume. */
export async function lookAtHook(path: string, view: TargetView | null): Promise<HookFacts> {
  const visiblePath = placeToLook(view, path)
  if (visiblePath === null) return { path, visiblePath, isThere: null, isVerified: false }
  const read = await askForeign({ kind: 'read', path: visiblePath, maxBytes: maxHookBytes })
  if (read.ok)
    return { path, visiblePath, isThere: true, isVerified: hasStartupHook(Buffer.from(read.value.bytes.buffer)) }
  const { kind } = read.error
  return {
    path,
    visiblePath,
    isThere: kind === 'missing' ? false : kind === 'too-large' ? true : null,
    isVerified: false,
  }
}

/** `facts`: as just looked at. */
export async function applyHook(target: Target, facts: HookFacts): Promise<Result<HookFacts, AppError>> {
  const applied = await applyStartupHook(target, facts)
  return applied.ok ? ok(facts) : applied
}

/** Files are always in /tmp of the target, whatever its TMPDIR, and carry the pid that the target itself sees. */
export async function startPerfMap(
  target: Target,
  type: PerfMapType,
): Promise<Result<readonly PerfMapFile[], AppError>> {
  if (process.platform !== 'linux' && !isElsewhere(target.endpoint))
    return err({ kind: 'unsupported', feature: 'perf-map', neededVersion: null, actualVersion: null })
  const enabled = await enablePerfMap(target, type)
  if (!enabled.ok) return enabled
  const expected = perfMapPaths(target, type)
  const endMs = performance.now() + fileWaitMs
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const files = await Promise.all(
      expected.map(async (file) => ({ ...file, sizeBytes: await sizeOf(file.visiblePath) })),
    )
    if (files.every(({ sizeBytes }) => sizeBytes !== 0) || performance.now() >= endMs) return ok(files)
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await pause(50)
  }
}

/** Null: cannot be looked at from here. */
async function sizeOf(visiblePath: string | null): Promise<number | null> {
  if (visiblePath === null) return null
  const looked = await lookAtForeign(visiblePath)
  return looked.ok ? looked.value.sizeBytes : 0
}

/** Somebody else's perf map ends with it: there is only one per process. */
export function stopPerfMap(target: Target): Promise<Result<null, AppError>> {
  return disablePerfMap(target)
}

function perfMapPaths(target: Target, type: PerfMapType): readonly { path: string; visiblePath: string | null }[] {
  const { endpoint } = target
  const { pid } = endpoint
  const view = isElsewhere(endpoint) ? null : readTargetView(pid)
  const status = isElsewhere(endpoint) ? null : readProcText(`/proc/${pid}/status`, shortLimitBytes)
  const innerPid = status === null ? pid : (parseStatus(status).namespacePids.at(-1) ?? pid)
  return perfMapNames(innerPid, type).map((path) => ({
    path,
    visiblePath: view?.canLook === true ? view.visible(path) : null,
  }))
}

/** @param pid as the process itself sees it */
export function perfMapNames(pid: number, type: PerfMapType): readonly string[] {
  return [
    ...(type === 'jitDump' ? [] : [`/tmp/perf-${pid}.map`]),
    ...(type === 'perfMap' ? [] : [`/tmp/jit-${pid}.dump`]),
  ]
}
